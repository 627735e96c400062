// Defines the keys of the rollups of reports. All rollups of one scope and month share a partition.
import type { KeyRange } from './rollup-keys.ts';

/**
 * `total` has the figures of the scope itself, the next three have the figures by creator, campaign or discount code, and `parts` has
 * the figures of a creator by campaign and discount code.
 */
export type ReportSeries = 'TOTAL' | 'AFFILIATE' | 'CAMPAIGN' | 'DISCOUNT' | 'PARTS';

/** `scope` is the id of a creator, a campaign or a discount code, or empty for the whole brand. */
export const reportPartition = (brandId: string, scope: string, month: string): string =>
  `${brandId}#REPORTS#${scope}#${month}`;

export const payablesPartition = (brandId: string): string => `${brandId}#PAYABLES`;

/** The random last character of the id spreads the figures over 32 items, so that a write rewrites only a small part of them. */
const bucketOf = (id: string): string => (id === '' ? '-' : id.slice(-1));
const afterEveryBucket = '~';

const dayPrefix = (series: ReportSeries, date: string): string => `DAY#${series}#${date}#`;
const monthPrefix = (series: ReportSeries): string => `MONTH#${series}#`;
const monthOf = (date: string): string => date.slice(0, 'YYYY-MM'.length);

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

export const reportMonth = (
  brandId: string,
  scope: string,
  series: ReportSeries,
  month: string,
): KeyRange => ({
  pk: reportPartition(brandId, scope, month),
  first: monthPrefix(series),
  last: `${monthPrefix(series)}${afterEveryBucket}`,
});

/** Returns the UTC day of a rollup by day. */
export const dateOfReportDay = (sk: string): string => sk.split('#')[2] ?? '';

/** Not part of `keys`, because the bundle of the tracking link contains all of `keys`. */
export const reportKeys = {
  reportDay: (brandId: string, scope: string, series: ReportSeries, date: string, id: string) => ({
    pk: reportPartition(brandId, scope, monthOf(date)),
    sk: `${dayPrefix(series, date)}${bucketOf(id)}`,
  }),
  reportMonth: (brandId: string, scope: string, series: ReportSeries, month: string, id: string) => ({
    pk: reportPartition(brandId, scope, month),
    sk: `${monthPrefix(series)}${bucketOf(id)}`,
  }),
  payables: (brandId: string, affiliateId: string) => ({
    pk: payablesPartition(brandId),
    sk: bucketOf(affiliateId),
  }),
} as const;
