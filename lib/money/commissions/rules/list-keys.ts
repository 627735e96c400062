// Derives the keys that list a commission by campaign and time. The ledger entries of its creation, approval and payment store them.

import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { isMonthlyKind } from '#lib/money/commissions/schema/kind.ts';
import type { LedgerEntry, LedgerKind } from '#lib/money/ledger/schema.ts';

/**
 * A restoration lists nothing, because the entry of the earlier approval does. A commission whose payment is taken back also keeps the
 * time of its approval.
 */
function eventKeys(
  { id, brandId, approvedAt, paidAt }: Commission,
  kind: LedgerKind,
  { paid, approved }: LedgerEntry['commissions'],
) {
  if (kind === 'restoration') return {};
  if (paid === 1 && paidAt !== null) return listKeys.byTime(brandId, 'PAID', paidAt, id);
  const isApproved = approved === 1 && paid === undefined;
  return isApproved && approvedAt !== null ? listKeys.byTime(brandId, 'APPROVED', approvedAt, id) : {};
}

/** A person has written the reason of a manual commission, and that of a rejection, which events keep after a restoration. */
const hasText = (after: Commission, kind: LedgerKind, { total }: LedgerEntry['commissions']): boolean =>
  kind === 'rejection' || (total === 1 && after.manualKind !== undefined && !isMonthlyKind(after.manualKind));

/** `counts` are the counts of commissions that the entry changes. */
export const commissionListKeys = (
  after: Commission,
  kind: LedgerKind,
  counts: LedgerEntry['commissions'],
) => ({
  ...(counts.total === 1 &&
    after.campaignId !== null && {
      ...listKeys.listedId(after.id),
      ...listKeys.byCampaign(after.brandId, 'commission', after.campaignId),
    }),
  ...(hasText(after, kind, counts) && {
    ...listKeys.listedId(after.id),
    ...listKeys.manual(after.brandId, after.affiliateId),
  }),
  ...eventKeys(after, kind, counts),
});
