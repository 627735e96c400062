// The keys of the figures of clicks: all of a scope and month stand in one partition.

/**
 * What clicks are counted by: a campaign, an affiliate, or neither: all of a brand. Each has its place, empty for any, so
 * that the id of one is never taken for the other's.
 */
export const clickScope = (campaignId = '', affiliateId = ''): string => `${campaignId}#${affiliateId}`;

/** The figures of a scope in a month: `2026-11`. */
export const clickRollupsOf = (brandId: string, scope: string, month: string): string =>
  `${brandId}#CLICKSHEETS#${scope}#${month}`;
const monthOf = (span: string): string => span.slice(0, 'YYYY-MM'.length);
const lengthOfDay = 'YYYY-MM-DD'.length;

const hoursOfClicks = (date: string): string => `HOURS#${date}`;
/** The day that the sort key of such an item names. */
export const dateOfClickHours = (sk: string): string => sk.slice(hoursOfClicks('').length);
/** Totals of an hour (`2026-11-21T16`), of a day or of a month; hours and days each in their order. */
const totalsOfClicks = (span: string): string => {
  if (span.length < lengthOfDay) return 'TOTALS#MONTH';
  return span.length === lengthOfDay ? `TOTALS#DAY#${span}` : `TOTALS#HOUR#${span}`;
};

/** A part of a partition: the sort keys between two, both included. */
export interface KeyRange {
  readonly pk: string;
  readonly first: string;
  readonly last: string;
}

/** The figures of these days, which are of one month; the totals of these days, or of these hours. */
export const clickHoursBetween = (
  brandId: string,
  scope: string,
  [from, to]: readonly [string, string],
): KeyRange => ({
  pk: clickRollupsOf(brandId, scope, monthOf(from)),
  first: hoursOfClicks(from),
  last: hoursOfClicks(to),
});
export const clickTotalsBetween = (
  brandId: string,
  scope: string,
  [from, to]: readonly [string, string],
): KeyRange => ({
  pk: clickRollupsOf(brandId, scope, monthOf(from)),
  first: totalsOfClicks(from),
  last: totalsOfClicks(to),
});

/** The newest hour of a scope in a month, and what is filed of those before it. */
export const rollupKeys = {
  openClicks: (brandId: string, scope: string, month: string) => ({
    pk: clickRollupsOf(brandId, scope, month),
    sk: 'OPEN',
  }),
  clickHours: (brandId: string, scope: string, date: string) => ({
    pk: clickRollupsOf(brandId, scope, monthOf(date)),
    sk: hoursOfClicks(date),
  }),
  clickTotals: (brandId: string, scope: string, span: string) => ({
    pk: clickRollupsOf(brandId, scope, monthOf(span)),
    sk: totalsOfClicks(span),
  }),
  clickVisitors: (brandId: string, scope: string, date: string) => ({
    pk: clickRollupsOf(brandId, scope, monthOf(date)),
    sk: `VISITORS#${date}`,
  }),
} as const;
