// Reads and closes disputes.
import { getExisting } from '#lib/foundation/table/existing.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { findByClaim, readAtMostOne } from '#lib/foundation/table/list-lookups.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import { type Closing, closed } from '#lib/money/disputes/rules/dispute.ts';
import { type Dispute, storedDispute } from '#lib/money/disputes/schema/dispute.ts';
import type { DisputeFilters } from '#lib/money/disputes/schema/endpoints.ts';
import { closeDispute, disputeKey } from '#lib/money/disputes/writes.ts';

const parse = (found: Item): Dispute => storedDispute.parse(found);

export const getDispute = async (brandId: string, id: string): Promise<Dispute> =>
  parse(await getExisting(disputeKey(brandId, id), 'dispute'));

/** Disputes are few, so the list is counted instead of keeping counters. */
export const listDisputes = (
  brandId: string,
  { status, affiliateId, externalId }: DisputeFilters,
  page: PageRequest,
): Promise<List<Dispute>> =>
  externalId === undefined
    ? readList(
        { queries: statusQueries(brandId, 'dispute', status, affiliateId), kind: 'dispute' },
        page,
        parse,
        undefined,
      )
    : readAtMostOne('dispute', page, () =>
        findByClaim(
          externalIdKeys.externalId(brandId, 'dispute', externalId),
          (claim) => disputeKey(brandId, ownerIdIn(claim)),
          parse,
        ),
      );

/** Returns no writes if the dispute is already closed in this way. */
export async function prepareClosing(brandId: string, id: string, closing: Closing, now: Date) {
  const before = await getDispute(brandId, id);
  const after = closed(before, closing, now);
  return { after, writes: after === before ? [] : closeDispute(before, after) };
}
