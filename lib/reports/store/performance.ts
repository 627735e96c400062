// Reads the figures of the performance report from rollups, so that the cost does not grow with the number of orders.
import type { Scope } from '#lib/contract/scope.ts';
import { idsOfPart } from '#lib/reports/rules/entry-deltas.ts';
import { addFigures, type Figures, noFigures } from '#lib/reports/rules/figures.ts';
import type { LabeledReport } from '#lib/reports/rules/labels.ts';
import type { ClickCounts } from '#lib/reports/rules/performance-figures.ts';
import { isIdGroup, type PerformanceRequest } from '#lib/reports/rules/performance-request.ts';
import { type ByHourAndId, performanceReport } from '#lib/reports/rules/performance-rows.ts';
import type { ReportSeries } from '#lib/table/keys/report-keys.ts';
import { readLabels } from './labels.ts';
import { readFiguresByName, readHours } from './read-sheets.ts';

interface ReportFigures {
  readonly byHour: ReadonlyMap<number, Figures>;
  readonly byId: ReadonlyMap<string, Figures>;
}

function sumBy<Row extends { readonly figures: Figures }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, Figures> {
  const sums = new Map<Key, Figures>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? noFigures();
    addFigures(sum, row.figures);
    sums.set(keyOf(row), sum);
  }
  return sums;
}

/** One series has all figures of a creator, by campaign and discount code. */
async function readPartsOf(brandId: string, affiliateId: string, { query, time }: PerformanceRequest) {
  const { campaignId, discountId } = query;
  const rows = await readHours({ brandId, scope: affiliateId, series: 'PARTS' }, time);
  return rows
    .map((row) => ({ ...row, ...idsOfPart(row.name) }))
    .filter(
      (row) =>
        (campaignId === undefined || row.campaignId === campaignId) &&
        (discountId === undefined || row.discountId === discountId),
    );
}

const seriesOf = {
  affiliate: 'AFFILIATE',
  campaign: 'CAMPAIGN',
  discount: 'DISCOUNT',
} as const satisfies Record<string, ReportSeries>;

async function readReportFigures(brandId: string, request: PerformanceRequest): Promise<ReportFigures> {
  const { query, time, now } = request;
  const { groupBy, affiliateId, campaignId = '', discountId } = query;
  const [byHour, byId] = [new Map<number, Figures>(), new Map<string, Figures>()];
  if (affiliateId !== undefined) {
    const rows = await readPartsOf(brandId, affiliateId, request);
    if (!isIdGroup(groupBy)) return { byHour: sumBy(rows, ({ hour }) => hour), byId };
    const ids = sumBy(rows, (row) => (groupBy === 'campaign' ? row.campaignId : row.discountId));
    return { byHour, byId: ids };
  }
  const scope = discountId ?? campaignId;
  if (!isIdGroup(groupBy)) {
    const rows = await readHours({ brandId, scope, series: 'TOTAL' }, time);
    return { byHour: sumBy(rows, ({ hour }) => hour), byId };
  }
  return { byHour, byId: await readFiguresByName({ brandId, scope, series: seriesOf[groupBy] }, time, now) };
}

/** `clicks` are being read already. `mayRead` says whether the caller has a scope. */
export async function readPerformance(
  brandId: string,
  request: PerformanceRequest,
  clicks: Promise<ByHourAndId<ClickCounts> | undefined>,
  mayRead: (scope: Scope) => boolean,
): Promise<LabeledReport> {
  const [figures, counts] = await Promise.all([readReportFigures(brandId, request), clicks]);
  const report = performanceReport(request, figures, counts);
  return { ...report, labels: await readLabels(brandId, report, mayRead) };
}
