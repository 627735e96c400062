// Reads and writes of commissions.
import { missing } from '#lib/shared/ids.ts';
import { changed, decideAndWrite } from '#lib/table/changes.ts';
import { getItem } from '#lib/table/client.ts';
import { type Counts, moveCounter } from '#lib/table/counters.ts';
import { setAll } from '#lib/table/expression.ts';
import {
  affiliateScope,
  collectionOf,
  indexKeys,
  keys,
  ofAffiliate,
  ofAffiliateWithStatus,
  withStatus,
} from '#lib/table/keys.ts';
import { type PageRequest, readList, type Source } from '#lib/table/pages.ts';
import { putNew, transact, updateExisting, type Write } from '#lib/table/transaction.ts';
import { checkStatusChange } from './rules.ts';
import {
  type Commission,
  type CommissionFilters,
  type CommissionStatus,
  storedCommission,
} from './schema.ts';

const keyOf = (brandId: string, id: string) => keys.item(brandId, 'commission', id);

const indexKeysOf = ({ brandId, affiliateId, status }: Commission) => ({
  ...indexKeys.byStatus(brandId, 'commission', status),
  ...indexKeys.byAffiliate(brandId, 'commission', affiliateId),
  ...indexKeys.byAffiliateAndStatus(brandId, 'commission', affiliateId, status),
});

/** Moves the counts of the brand's commissions and of the creator's. */
const moveCounts = ({ brandId, affiliateId, id }: Commission, moves: Counts): readonly Write[] => [
  moveCounter(brandId, 'commissions', id, moves),
  moveCounter(affiliateScope(brandId, affiliateId), 'affiliateCommissions', id, moves),
];

/** The writes that add a commission in whatever status it has; the sums of others move with it, by their own domains. */
export const addCommission = (commission: Commission): readonly Write[] => [
  putNew({ ...keyOf(commission.brandId, commission.id), ...commission, ...indexKeysOf(commission) }),
  ...moveCounts(commission, { total: 1, [commission.status]: 1 }),
];

export async function getCommission(brandId: string, id: string): Promise<Commission> {
  const found = await getItem(keyOf(brandId, id));
  if (found === undefined) throw missing('commission');
  return storedCommission.parse(found);
}

/** Where the list with these filters stands: every combination has a partition of its own, so that none is filtered. */
function sourceOf(brandId: string, { status, affiliateId }: CommissionFilters): Source {
  if (affiliateId !== undefined && status !== undefined) {
    return {
      partition: ofAffiliateWithStatus(brandId, 'commission', affiliateId, status),
      index: 'byAffiliateAndStatus',
    };
  }
  if (affiliateId !== undefined) {
    return { partition: ofAffiliate(brandId, 'commission', affiliateId), index: 'byAffiliate' };
  }
  if (status !== undefined)
    return { partition: withStatus(brandId, 'commission', status), index: 'byStatus' };
  return { partition: collectionOf(brandId, 'commission') };
}

export function listCommissions(brandId: string, filters: CommissionFilters, page: PageRequest) {
  const { status, affiliateId } = filters;
  const field = status ?? 'total';
  const total =
    affiliateId === undefined
      ? ({ scope: brandId, counter: 'commissions', field } as const)
      : ({ scope: affiliateScope(brandId, affiliateId), counter: 'affiliateCommissions', field } as const);
  return readList(sourceOf(brandId, filters), page, (found) => storedCommission.parse(found), total);
}

/** Approves a pending commission; one that is approved already stays as it is. */
export function approveCommission(
  brandId: string,
  id: string,
  userId: string,
  now: Date,
): Promise<Commission> {
  return decideAndWrite(async () => {
    const before = await getCommission(brandId, id);
    checkStatusChange(before.status, 'approved');
    if (before.status === 'approved') return before;
    const after: Commission = {
      ...before,
      status: 'approved',
      approvedAt: now.toISOString(),
      approvedBy: userId,
    };
    await transact([
      changeStatus(before.status, after),
      ...moveCounts(after, { [before.status]: -1, approved: 1 }),
    ]);
    return after;
  });
}

function changeStatus(was: CommissionStatus, after: Commission): Write {
  const { status, approvedAt, approvedBy } = after;
  const fields = { status, approvedAt, approvedBy, ...indexKeysOf(after) };
  return updateExisting(
    keyOf(after.brandId, after.id),
    { update: setAll(fields), condition: '#status = :was', values: { ...fields, was } },
    changed,
  );
}
