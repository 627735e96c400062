// Builds the items and writes of commissions.

import type { Commission } from '#lib/commissions/schema/commission.ts';
import { indexes, indexKeys, keys } from '#lib/table/keys/keys.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

export const commissionKey = (brandId: string, id: string) => keys.item(brandId, 'commission', id);

export const commissionIndexKeys = ({ brandId, affiliateId, status, isInReview }: Commission) => ({
  ...indexKeys.byStatus(brandId, 'commission', status),
  ...indexKeys.byAffiliate(brandId, 'commission', affiliateId),
  ...indexKeys.byAffiliateAndStatus(brandId, 'commission', affiliateId, status),
  ...(isInReview && indexKeys.byHold(brandId, 'commission')),
});

/** Sets `isInReview` if the commission is held: the flag tells that the index and the count of held commissions include it. */
const withReviewFlag = (commission: Commission): Commission => ({
  ...commission,
  isInReview: commission.hold === null ? undefined : true,
});

export function putCommission(commission: Commission): Write {
  const stored = withReviewFlag(commission);
  return putNew({ ...commissionKey(stored.brandId, stored.id), ...stored, ...commissionIndexKeys(stored) });
}

/** Revision 0 also matches a missing revision, because commissions of early releases have none until their first change. */
const unchangedCondition = ({ revision }: Commission): string =>
  revision === 0 ? '(#revision = :was OR attribute_not_exists(#revision))' : '#revision = :was';

const removeReviewFlag = `REMOVE #isInReview, #${indexes.byHold.partitionKey}`;

export function changeCommission(before: Commission, after: Commission): Write {
  const stored = withReviewFlag(after);
  const { status, amount, approvedAt, approvedBy, approvedByKey, paidAt, payoutId, reason, hold } = stored;
  const { isAdjusted, isInReview } = stored;
  const fields = {
    status,
    amount,
    approvedAt,
    approvedBy,
    ...(approvedByKey !== undefined && { approvedByKey }),
    paidAt,
    payoutId,
    reason,
    hold,
    ...(isAdjusted && { isAdjusted }),
    ...(isInReview && { isInReview }),
    revision: before.revision + 1,
    ...commissionIndexKeys(stored),
  };
  return updateExisting(
    commissionKey(after.brandId, after.id),
    {
      update: before.isInReview && !isInReview ? `${setAll(fields)} ${removeReviewFlag}` : setAll(fields),
      condition: unchangedCondition(before),
      values: { ...fields, was: before.revision },
    },
    staleWrite,
  );
}
