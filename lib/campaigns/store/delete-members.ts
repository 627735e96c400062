// Deletes the members of deleted campaigns, in the worker behind the queue. docs/decisions/0128

import { member, storedCampaign } from '#lib/campaigns/schema.ts';
import type { WorkItem } from '#lib/shared/queues.ts';
import type { Change } from '#lib/streams/changes.ts';
import { dispatch, work } from '#lib/streams/work.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys, memberPartition } from '#lib/table/keys/keys.ts';
import { readPageAfter } from '#lib/table/query-pages.ts';
import { transact } from '#lib/table/transact.ts';
import { transactionLimit, type Write } from '#lib/table/writes/write.ts';

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
