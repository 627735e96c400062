// Builds the items and writes of commissions.

import type { Commission } from '#lib/commissions/schema/commission.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { listKeys } from '#lib/table/keys/list-keys.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

export const commissionKey = (brandId: string, id: string) => keys.item(brandId, 'commission', id);

export const commissionIndexKeys = ({ brandId, affiliateId, status, isInReview, payoutId }: Commission) => ({
  ...indexKeys.byStatus(brandId, 'commission', status),
  ...indexKeys.byAffiliate(brandId, 'commission', affiliateId),
  ...indexKeys.byAffiliateAndStatus(brandId, 'commission', affiliateId, status),
  ...(isInReview && indexKeys.byHold(brandId, 'commission')),
  ...(payoutId !== null && listKeys.byPayout(brandId, payoutId)),
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

/** The attributes that the commission had before and does not have any more. */
function removedAttributes(before: Commission, after: Commission): readonly string[] {
  const isReviewed = before.isInReview && !after.isInReview;
  const isReleased = before.payoutId !== null && after.payoutId === null;
  return [...(isReviewed ? ['isInReview', 'byHold'] : []), ...(isReleased ? ['byPayout'] : [])];
}

const removeAll = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` REMOVE ${names.map((name) => `#${name}`).join(', ')}`;

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
      update: `${setAll(fields)}${removeAll(removedAttributes(before, stored))}`,
      condition: '#revision = :was',
      values: { ...fields, was: before.revision },
    },
    staleWrite,
  );
}
