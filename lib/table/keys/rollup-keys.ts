// The keys of click rollups. All rollups of one scope and month share a partition.

/** The scope of a rollup: a campaign, a creator, both, or the whole brand. Each id has a fixed position and may be empty. */
export const clickScope = (campaignId = '', affiliateId = ''): string => `${campaignId}#${affiliateId}`;

/** `month`: `2026-11`. */
export const clickRollupPartition = (brandId: string, scope: string, month: string): string =>
  `${brandId}#CLICKSHEETS#${scope}#${month}`;
const monthOf = (span: string): string => span.slice(0, 'YYYY-MM'.length);
const lengthOfDay = 'YYYY-MM-DD'.length;

const hoursOfClicks = (date: string): string => `HOURS#${date}`;
export const dateFromClickHoursKey = (sk: string): string => sk.slice(hoursOfClicks('').length);
/** `span` is an hour (`2026-11-21T16`), a day or a month. Hours sort chronologically, and so do days. */
const totalsOfClicks = (span: string): string => {
  if (span.length < lengthOfDay) return 'TOTALS#MONTH';
  return span.length === lengthOfDay ? `TOTALS#DAY#${span}` : `TOTALS#HOUR#${span}`;
};

/** A range of sort keys within a partition, including both ends. */
export interface KeyRange {
  readonly pk: string;
  readonly first: string;
  readonly last: string;
}

/** Hourly rollups between two days of one month. */
export const clickHoursBetween = (
  brandId: string,
  scope: string,
  [from, to]: readonly [string, string],
): KeyRange => ({
  pk: clickRollupPartition(brandId, scope, monthOf(from)),
  first: hoursOfClicks(from),
  last: hoursOfClicks(to),
});
/** Totals between two days, or two hours, of one month. */
export const clickTotalsBetween = (
  brandId: string,
  scope: string,
  [from, to]: readonly [string, string],
): KeyRange => ({
  pk: clickRollupPartition(brandId, scope, monthOf(from)),
  first: totalsOfClicks(from),
  last: totalsOfClicks(to),
});

export const rollupKeys = {
  /** The newest hour of a scope, which still receives clicks. */
  openClicks: (brandId: string, scope: string, month: string) => ({
    pk: clickRollupPartition(brandId, scope, month),
    sk: 'OPEN',
  }),
  clickHours: (brandId: string, scope: string, date: string) => ({
    pk: clickRollupPartition(brandId, scope, monthOf(date)),
    sk: hoursOfClicks(date),
  }),
  clickTotals: (brandId: string, scope: string, span: string) => ({
    pk: clickRollupPartition(brandId, scope, monthOf(span)),
    sk: totalsOfClicks(span),
  }),
  clickVisitors: (brandId: string, scope: string, date: string) => ({
    pk: clickRollupPartition(brandId, scope, monthOf(date)),
    sk: `VISITORS#${date}`,
  }),
} as const;
