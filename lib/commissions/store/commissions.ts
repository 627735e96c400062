// Reads and writes of commissions.

import { entriesOf } from '#lib/commissions/rules/ledger-entries.ts';
import { approved, rejected } from '#lib/commissions/rules/status.ts';
import { type Commission, storedCommission } from '#lib/commissions/schema/commission.ts';
import type { CommissionFilters } from '#lib/commissions/schema/filters.ts';
import { post } from '#lib/ledger/writes.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { getExisting } from '#lib/table/existing.ts';
import { affiliateScope, indexes, indexKeys, keys } from '#lib/table/keys/keys.ts';
import { heldListQuery, listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { staleWrite } from '#lib/table/writes/write.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { putNew, updateExisting, type Write } from '#lib/table/writes/write.ts';
import { transact } from '#lib/table/transact.ts';
import { setAll } from '#lib/table/writes/expression.ts';

export const commissionKey = (brandId: string, id: string) => keys.item(brandId, 'commission', id);

/** The lists that it stands in, beside that of all, as it is stored. */
export const indexKeysOf = ({ brandId, affiliateId, status, isInReview }: Commission) => ({
  ...indexKeys.byStatus(brandId, 'commission', status),
  ...indexKeys.byAffiliate(brandId, 'commission', affiliateId),
  ...indexKeys.byAffiliateAndStatus(brandId, 'commission', affiliateId, status),
  ...(isInReview && indexKeys.byHold(brandId, 'commission')),
});

/** As it is to be stored: with the mark of what is held, or without. */
const marked = (commission: Commission): Commission => ({
  ...commission,
  isInReview: commission.hold === null ? undefined : true,
});

/** The write that adds a commission; counts and sums follow from its entry in the ledger. */
export function putCommission(commission: Commission): Write {
  const stored = marked(commission);
  return putNew({ ...commissionKey(stored.brandId, stored.id), ...stored, ...indexKeysOf(stored) });
}

/** One that was stored before changes were counted has no revision until somebody changes it. */
const isAsItWas = ({ revision }: Commission): string =>
  revision === 0 ? '(#revision = :was OR attribute_not_exists(#revision))' : '#revision = :was';

const outOfReview = `REMOVE #isInReview, #${indexes.byHold.partitionKey}`;

/** The write that puts what has become of a commission in the place of what it was; `changed` where it is that no more. */
export function changeCommission(before: Commission, after: Commission): Write {
  const stored = marked(after);
  const { status, amount, approvedAt, approvedBy, paidAt, payoutId, reason, hold, isAdjusted, isInReview } =
    stored;
  const fields = {
    status,
    amount,
    approvedAt,
    approvedBy,
    paidAt,
    payoutId,
    reason,
    hold,
    ...(isAdjusted && { isAdjusted }),
    ...(isInReview && { isInReview }),
    revision: before.revision + 1,
    ...indexKeysOf(stored),
  };
  return updateExisting(
    commissionKey(after.brandId, after.id),
    {
      update: before.isInReview && !isInReview ? `${setAll(fields)} ${outOfReview}` : setAll(fields),
      condition: isAsItWas(before),
      values: { ...fields, was: before.revision },
    },
    staleWrite,
  );
}

export const getCommission = async (brandId: string, id: string): Promise<Commission> =>
  storedCommission.parse(await getExisting(commissionKey(brandId, id), 'commission'));

const parse = (found: Item): Commission => storedCommission.parse(found);

export function listCommissions(brandId: string, filters: CommissionFilters, page: PageRequest) {
  const { status, affiliateId, held } = filters;
  if (held !== undefined) {
    const total = { scope: brandId, counter: 'commissions', field: 'held' } as const;
    return readList(heldListQuery(brandId, 'commission'), page, parse, total);
  }
  const field = status ?? 'total';
  const total =
    affiliateId === undefined
      ? ({ scope: brandId, counter: 'commissions', field } as const)
      : ({ scope: affiliateScope(brandId, affiliateId), counter: 'affiliateCommissions', field } as const);
  return readList(listQueryFor(brandId, 'commission', filters), page, parse, total);
}

/** A commission that someone decides about: nothing is written where it is so already. */
export const decide = (
  brandId: string,
  id: string,
  now: Date,
  decision: (before: Commission) => Commission,
): Promise<Commission> =>
  retryOnConflict(async () => {
    const before = await getCommission(brandId, id);
    const after = decision(before);
    if (after === before) return before;
    await transact([changeCommission(before, after), ...post(entriesOf(before, after, now))]);
    return after;
  });

/** Approves a pending commission, held or not; one that is approved already stays as it is. */
export const approveCommission = (brandId: string, id: string, userId: string, now: Date) =>
  decide(brandId, id, now, (before) => approved(before, userId, now));

/** Rejects a pending or approved commission, for a reason; one that is rejected already stays as it is. */
export const rejectCommission = (brandId: string, id: string, reason: string, now: Date) =>
  decide(brandId, id, now, (before) => rejected(before, reason));
