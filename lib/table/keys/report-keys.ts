// Defines the keys of the rollups of reports. The rollups of a scope and month share a partition, and those of a scope and year.
import type { KeyRange } from './rollup-keys.ts';

/**
 * `total` has the figures of the scope itself, the next three have the figures by creator, campaign or discount code, and `parts` has
 * the figures of a creator by campaign and discount code.
 */
export type ReportSeries = 'TOTAL' | 'AFFILIATE' | 'CAMPAIGN' | 'DISCOUNT' | 'PARTS';

/**
 * `scope` is the id of a creator, a campaign or a discount code, or empty for the whole brand. `period` is a month (`2026-03`), or a
 * year (`2026`), whose partition has the rollups of the year and of its quarters.
 */
export const reportPartition = (brandId: string, scope: string, period: string): string =>
  `${brandId}#REPORTS#${scope}#${period}`;

export const payablesPartition = (brandId: string): string => `${brandId}#PAYABLES`;

/** The random last character of the id spreads the figures over 32 items, so that a write rewrites only a small part of them. */
const bucketOf = (id: string): string => (id === '' ? '-' : id.slice(-1));
const afterEveryBucket = '~';

const dayPrefix = (series: ReportSeries, date: string): string => `DAY#${series}#${date}#`;
const spanPrefix = (series: ReportSeries, span: string): string => {
  if (isQuarter(span)) return `QUARTER#${series}#${span}#`;
  return span.length === 'YYYY'.length ? `YEAR#${series}#` : `MONTH#${series}#`;
};
const monthOf = (date: string): string => date.slice(0, 'YYYY-MM'.length);
const yearOf = (date: string): string => date.slice(0, 'YYYY'.length);
const isQuarter = (span: string): boolean => span.includes('Q');
const periodOf = (span: string): string => (isQuarter(span) ? yearOf(span) : span);

/** Both days must be in the same month, because each month has its own partition. */
export const reportDaysBetween = (
  brandId: string,
  scope: string,
  series: ReportSeries,
  [from, to]: readonly [string, string],
): KeyRange => ({
  pk: reportPartition(brandId, scope, monthOf(from)),
  first: dayPrefix(series, from),
  last: `${dayPrefix(series, to)}${afterEveryBucket}`,
});

/** `span` is a month (`2026-03`), a quarter (`2026-Q1`) or a year (`2026`). */
export const reportSpan = (brandId: string, scope: string, series: ReportSeries, span: string): KeyRange => ({
  pk: reportPartition(brandId, scope, periodOf(span)),
  first: spanPrefix(series, span),
  last: `${spanPrefix(series, span)}${afterEveryBucket}`,
});

/** Returns the UTC day of a rollup by day. */
export const dateOfReportDay = (sk: string): string => sk.split('#')[2] ?? '';

/** Not part of `keys`, because the bundle of the tracking link contains all of `keys`. */
export const reportKeys = {
  reportDay: (brandId: string, scope: string, series: ReportSeries, date: string, id: string) => ({
    pk: reportPartition(brandId, scope, monthOf(date)),
    sk: `${dayPrefix(series, date)}${bucketOf(id)}`,
  }),
  reportSpan: (brandId: string, scope: string, series: ReportSeries, span: string, id: string) => ({
    pk: reportPartition(brandId, scope, periodOf(span)),
    sk: `${spanPrefix(series, span)}${bucketOf(id)}`,
  }),
  payables: (brandId: string, affiliateId: string) => ({
    pk: payablesPartition(brandId),
    sk: bucketOf(affiliateId),
  }),
} as const;
