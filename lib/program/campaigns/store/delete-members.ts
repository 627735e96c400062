// Deletes the members of deleted campaigns, in the worker behind the queue. docs/decisions/0128

import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { dispatch, work } from '#lib/foundation/streams/work.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys, memberPartition } from '#lib/foundation/table/keys/keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { transactionLimit, type Write } from '#lib/foundation/table/writes/write.ts';
import { member, storedCampaign } from '#lib/program/campaigns/schema.ts';

/** Sends the deleted campaigns, because their members must be deleted. */
export const dispatchDeletedCampaigns = (changes: readonly Change[]): Promise<void> =>
  dispatch(
    'erasures',
    changes.flatMap(({ before, after }) =>
      before?.type === 'campaign' && after === undefined ? [storedCampaign.parse(before)] : [],
    ),
  );

/** The read must be strongly consistent, because a member that it misses would never be deleted. */
async function readMembers({ brandId, id }: WorkItem): Promise<readonly Item[]> {
  const { items } = await readPageAfter({ partition: memberPartition(brandId, id) }, null, transactionLimit);
  return items;
}

export const deleteMembers = (item: WorkItem): Promise<void> =>
  work<readonly Item[]>({
    queue: 'erasures',
    item,
    read: () => readMembers(item),
    hasWork: ({ length }) => length > 0,
    step: async (members) => {
      const deletions = members.map((found): Write => {
        const { affiliateId } = member.parse(found);
        return { kind: 'delete', key: keys.member(item.brandId, item.id, affiliateId) };
      });
      await transact(deletions);
      return readMembers(item);
    },
  });
