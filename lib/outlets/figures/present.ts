// Converts reports to API responses and CSV files.
import type * as z from 'zod';
import type { Brand } from '#lib/access/brands/schema.ts';
import { type CsvOptions, toCsv } from '#lib/foundation/shared/csv.ts';
import { type Decimal, fromMinor, fromScaledInteger, minorDigits } from '#lib/foundation/shared/money.ts';
import { recordOf } from '#lib/foundation/shared/record-of.ts';
import { exclusionOf } from '#lib/money/payouts/rules/eligibility.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { type Label, type LabeledReport, labelNamesOf } from './rules/labels.ts';
import { type Payable, type PayableRow, payableNames } from './rules/payables.ts';
import type { PerformanceFigures } from './rules/performance-figures.ts';
import { isIdGroup } from './rules/performance-request.ts';
import type { payablesAnswer } from './schema/payables.ts';
import { amountNames, figureNames, type Group, type performanceAnswer } from './schema/performance.ts';
import type { topCreatorsAnswer } from './schema/top-creators.ts';

type Currency = Pick<Brand, 'currency'>;

const presentFigures = (figures: PerformanceFigures, currency: string) => {
  const { clicks, uniqueClicks, orders, conversionRate, earningsPerClick, averageOrderValue } = figures;
  return {
    ...{ clicks, uniqueClicks, orders: orders ?? 0 },
    ...recordOf(amountNames, (name) => fromMinor(figures[name] ?? 0, currency)),
    conversionRate: conversionRate === null ? null : fromScaledInteger(conversionRate, 4),
    earningsPerClick:
      earningsPerClick === null ? null : fromScaledInteger(earningsPerClick, minorDigits(currency) + 2),
    averageOrderValue: averageOrderValue === null ? null : fromMinor(averageOrderValue, currency),
  };
};

const presentLabel = (label: Label | undefined, groupBy: Group) =>
  Object.fromEntries(labelNamesOf(groupBy).map((name) => [name, label?.[name] ?? null]));

export function presentPerformance(
  { request, rows, rowsCount, totals, labels }: LabeledReport,
  { currency }: Currency,
): z.input<typeof performanceAnswer> {
  const {
    query,
    days: [from, to],
  } = request;
  return {
    from,
    to,
    currency,
    groupBy: query.groupBy,
    rows: rows.map(({ key, figures }) => ({
      key: key === '' ? null : key,
      ...(labels !== undefined && presentLabel(labels.get(key), query.groupBy)),
      ...presentFigures(figures, currency),
    })),
    rowsCount,
    totals: presentFigures(totals, currency),
  };
}

export function presentTopCreators(
  { request, rows, labels }: LabeledReport,
  { currency }: Currency,
): z.input<typeof topCreatorsAnswer> {
  const [from, to] = request.days;
  const withRevenue = rows.filter(({ figures }) => (figures.netRevenue ?? 0) > 0);
  const creators = withRevenue.map(({ key, figures }) => {
    const { name = '', email = '' } = { ...labels?.get(key) };
    const { orders, netRevenue, commission } = presentFigures(figures, currency);
    const [clicks, uniqueClicks] = [figures.clicks ?? 0, figures.uniqueClicks ?? 0];
    return { affiliateId: key, name, email, clicks, uniqueClicks, orders, netRevenue, commission };
  });
  return { from, to, currency, creators };
}

type Cell = string | number | null | Decimal;
const text = (value: Cell): string =>
  value === null ? '' : typeof value === 'object' ? value.rawJSON : String(value);

const csvOf = (header: readonly string[], rows: readonly (readonly Cell[])[], options: CsvOptions): string =>
  toCsv([header, ...rows.map((row) => row.map(text))], options);

type PerformanceRow = z.input<typeof performanceAnswer>['rows'][number];

/** The last row has the totals. The columns of labels are empty for an API key that may not read them. */
export function presentPerformanceCsv(report: LabeledReport, brand: Currency) {
  const { from, to, groupBy, rows, totals } = presentPerformance(report, brand);
  const keyName = isIdGroup(groupBy) ? `${groupBy}Id` : groupBy;
  const names = [...labelNamesOf(groupBy), ...figureNames];
  return {
    name: `performance-${from}-${to}.csv`,
    text: csvOf(
      [keyName, ...names],
      [...rows, { key: 'total', ...totals }].map((row: PerformanceRow) => [
        row.key,
        ...names.map((name) => row[name] ?? null),
      ]),
      report.request.query,
    ),
  };
}

interface Payables {
  readonly asOf: Date;
  readonly rows: readonly (PayableRow & { readonly creator: Affiliate })[];
  readonly rowsCount: number;
  readonly totals: Payable;
}

const presentPayable = (payable: Payable, currency: string) =>
  recordOf(payableNames, (name) => fromMinor(payable[name], currency));

export const presentPayables = (
  { asOf, rows, rowsCount, totals }: Payables,
  { currency }: Currency,
): z.input<typeof payablesAnswer> => ({
  asOf: asOf.toISOString(),
  currency,
  rows: rows.map(({ affiliateId, creator: { name, email, status }, payable }) => ({
    affiliateId,
    name,
    email,
    status,
    excluded: exclusionOf(status, { includeBanned: false }),
    ...presentPayable(payable, currency),
  })),
  rowsCount,
  totals: presentPayable(totals, currency),
});

/** The last row has the totals. */
export function presentPayablesCsv(report: Payables, brand: Currency, options: CsvOptions = {}) {
  const { asOf, rows, totals } = presentPayables(report, brand);
  const header = ['affiliateId', 'name', 'email', 'status', 'excluded', ...Object.keys(totals)];
  return {
    name: `payables-${asOf.slice(0, 10)}.csv`,
    text: csvOf(
      header,
      [...rows.map((row) => Object.values(row)), ['total', '', '', '', '', ...Object.values(totals)]],
      options,
    ),
  };
}
