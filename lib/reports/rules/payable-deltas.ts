// Calculates what a commission adds to the payables.
import { balancesOf } from '#lib/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import { dayNumber } from '#lib/shared/dates.ts';
import { reportKeys } from '#lib/table/keys/report-keys.ts';
import type { ReportDelta } from './entry-deltas.ts';
import { isZero, noFigures } from './figures.ts';

export function payableDeltasOf(commission: Commission): readonly ReportDelta[] {
  const { brandId, affiliateId, approvedAt, createdAt } = commission;
  const { pending = 0, approved = 0, inPayout = 0 } = balancesOf(commission);
  const place = { key: reportKeys.payables(brandId, affiliateId), name: affiliateId };
  return [
    { ...place, slot: 0, figures: { ...noFigures(), pending } },
    { ...place, slot: dayNumber(approvedAt ?? createdAt), figures: { ...noFigures(), approved, inPayout } },
  ].filter(({ figures }) => !isZero(figures));
}
