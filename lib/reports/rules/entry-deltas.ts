// Calculates how a ledger entry changes the figures of reports. The stream and the rebuild both use this function.
import { creditOf } from '#lib/ledger/rules.ts';
import type { LedgerEntry } from '#lib/ledger/schema.ts';
import { dayNumber } from '#lib/shared/dates.ts';
import { timeOf } from '#lib/shared/ids.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { type ReportSeries, reportKeys } from '#lib/table/keys/report-keys.ts';
import { type Figures, isZero, noFigures } from './figures.ts';
import { spansOfDay } from './spans.ts';

/** Changes one row of one rollup. */
export interface ReportDelta {
  readonly key: Key;
  readonly name: string;
  readonly slot: number;
  readonly figures: Figures;
}

/** A rejection or reversal moves the amount of the commission back to `commissions`. */
function performanceOf(entry: LedgerEntry): Figures {
  const lost = creditOf(entry, 'commissions');
  const isOrder = entry.kind === 'order';
  const sales = creditOf(entry, 'sales');
  return {
    ...noFigures(),
    orders: isOrder ? 1 : 0,
    gross: isOrder ? sales : 0,
    refunds: entry.kind === 'refund' ? -sales : 0,
    pending: creditOf(entry, 'pending'),
    approved: creditOf(entry, 'approved', 'inPayout'),
    paid: creditOf(entry, 'paid'),
    rejected: entry.kind === 'rejection' ? lost : 0,
    reversed: entry.kind === 'reversal' ? lost : 0,
  };
}

/** Entries of earlier releases do not have `report`. Their order is counted at the time of its recording. */
export function reportTimeOf({ kind, at, conversionId, report }: LedgerEntry): string {
  if (report !== undefined) return report.at;
  return kind === 'refund' || conversionId === null ? at : timeOf(conversionId).toISOString();
}

/** Separates the ids of a campaign and a discount code in the name of a row. */
const separator = '/';
export const partName = (campaignId: string, discountId: string): string =>
  `${campaignId}${separator}${discountId}`;
export function idsOfPart(name: string): { readonly campaignId: string; readonly discountId: string } {
  const [campaignId = '', discountId = ''] = name.split(separator);
  return { campaignId, discountId };
}

function performanceDeltas(entry: LedgerEntry, affiliateId: string): readonly ReportDelta[] {
  const figures = performanceOf(entry);
  if (isZero(figures)) return [];
  const { brandId, campaignId: campaign, report, discountId } = entry;
  const campaignId = campaign ?? '';
  const codeId = (report === undefined ? discountId : report.discountId) ?? '';
  const time = reportTimeOf(entry);
  const [date, hour] = [time.slice(0, 10), Number(time.slice(11, 13))];
  const day = (scope: string, series: ReportSeries, name: string, id = '') => ({
    key: reportKeys.reportDay(brandId, scope, series, date, id),
    name,
    slot: hour,
    figures,
  });
  const dayAndSpans = (scope: string, series: ReportSeries, id: string) => [
    day(scope, series, id, id),
    ...spansOfDay(date).map((span) => ({
      key: reportKeys.reportSpan(brandId, scope, series, span, id),
      name: id,
      slot: 0,
      figures,
    })),
  ];
  return [
    day('', 'TOTAL', ''),
    ...dayAndSpans('', 'AFFILIATE', affiliateId),
    ...dayAndSpans('', 'CAMPAIGN', campaignId),
    ...dayAndSpans('', 'DISCOUNT', codeId),
    day(affiliateId, 'PARTS', partName(campaignId, codeId)),
    ...(campaignId === ''
      ? []
      : [day(campaignId, 'TOTAL', ''), ...dayAndSpans(campaignId, 'AFFILIATE', affiliateId)]),
    ...(codeId === '' ? [] : [day(codeId, 'TOTAL', '')]),
  ];
}

function payableDeltas(entry: LedgerEntry, affiliateId: string): readonly ReportDelta[] {
  const key = reportKeys.payables(entry.brandId, affiliateId);
  const approvedAt = entry.report === undefined ? entry.at : (entry.report.approvedAt ?? entry.at);
  const delta = (slot: number, figures: Partial<Figures>) => ({
    key,
    name: affiliateId,
    slot,
    figures: { ...noFigures(), ...figures },
  });
  return [
    delta(0, { pending: creditOf(entry, 'pending') }),
    delta(dayNumber(approvedAt), {
      approved: creditOf(entry, 'approved'),
      inPayout: creditOf(entry, 'inPayout'),
    }),
  ].filter(({ figures }) => !isZero(figures));
}

/** Reports contain only orders of creators, so entries without a creator change nothing. */
export function reportDeltasOf(entry: LedgerEntry): readonly ReportDelta[] {
  const { affiliateId } = entry;
  if (affiliateId === null) return [];
  return [...performanceDeltas(entry, affiliateId), ...payableDeltas(entry, affiliateId)];
}
