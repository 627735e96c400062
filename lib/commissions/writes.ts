// Builds the items and writes of commissions.

import type { Commission } from '#lib/commissions/schema/commission.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { listKeys } from '#lib/table/keys/list-keys.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

export const commissionKey = (brandId: string, id: string) => keys.item(brandId, 'commission', id);

export const commissionIndexKeys = ({ brandId, affiliateId, status, hold, payoutId }: Commission) => ({
  ...indexKeys.byStatus(brandId, 'commission', status),
  ...indexKeys.byAffiliate(brandId, 'commission', affiliateId),
  ...indexKeys.byAffiliateAndStatus(brandId, 'commission', affiliateId, status),
  ...(hold !== null && indexKeys.byHold(brandId, 'commission')),
  ...(payoutId !== null && listKeys.byPayout(brandId, payoutId)),
});

export const putCommission = (commission: Commission): Write =>
  putNew({
    ...commissionKey(commission.brandId, commission.id),
    ...commission,
    ...commissionIndexKeys(commission),
  });

/** The keys of indexes that the commission had before and does not have any more. */
function removedKeys(before: Commission, after: Commission): readonly string[] {
  const isReviewed = before.hold !== null && after.hold === null;
  const isReleased = before.payoutId !== null && after.payoutId === null;
  return [...(isReviewed ? ['byHold'] : []), ...(isReleased ? ['byPayout'] : [])];
}

export function changeCommission(before: Commission, after: Commission): Write {
  const { status, amount, approvedAt, approvedBy, paidAt, payoutId, reason, hold } = after;
  const fields = {
    status,
    amount,
    approvedAt,
    approvedBy,
    paidAt,
    payoutId,
    reason,
    hold,
    ...(after.isAdjusted && { isAdjusted: true }),
    revision: before.revision + 1,
    ...commissionIndexKeys(after),
  };
  return updateExisting(
    commissionKey(after.brandId, after.id),
    {
      set: fields,
      remove: removedKeys(before, after),
      condition: '#revision = :was',
      values: { was: before.revision },
    },
    staleWrite,
  );
}
