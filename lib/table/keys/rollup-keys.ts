// Defines the keys of click rollups. All rollups of one scope and month share a partition.

/** The scope of a rollup is a campaign, a creator, or a creator in a campaign. Without ids, the scope is the whole brand. */
export const clickScope = (campaignId = '', affiliateId = ''): string => `${campaignId}#${affiliateId}`;

export const clickRollupPartition = (brandId: string, scope: string, month: string): string =>
  `${brandId}#CLICKSHEETS#${scope}#${month}`;
/** A brand's clicks of a month that are not in rollups, because there are few of them (docs/decisions/0117). */
export const clickJournalPartition = (brandId: string, month: string): string =>
  `${brandId}#CLICKJOURNAL#${month}`;

const monthOf = (span: string): string => span.slice(0, 'YYYY-MM'.length);
const lengthOfDay = 'YYYY-MM-DD'.length;

const hoursOfClicks = (date: string): string => `HOURS#${date}`;
export const dateFromClickHoursKey = (sk: string): string => sk.slice(hoursOfClicks('').length);
/** `span` is an hour (`2026-11-21T16`), a day or a month. */
const totalsOfClicks = (span: string): string => {
  if (span.length < lengthOfDay) return 'TOTALS#MONTH';
  return span.length === lengthOfDay ? `TOTALS#DAY#${span}` : `TOTALS#HOUR#${span}`;
};

export interface KeyRange {
  readonly pk: string;
  readonly first: string;
  readonly last: string;
}

/** Both days must be in the same month, because each month has its own partition. */
export const clickHoursBetween = (
  brandId: string,
  scope: string,
  [from, to]: readonly [string, string],
): KeyRange => ({
  pk: clickRollupPartition(brandId, scope, monthOf(from)),
  first: hoursOfClicks(from),
  last: hoursOfClicks(to),
});
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
  clickJournal: (brandId: string, month: string) => ({
    pk: clickJournalPartition(brandId, month),
    sk: 'HEAD',
  }),
  /** Sorts before all items that statistics read. */
  clickJournalPositions: (brandId: string, month: string) => ({
    pk: clickJournalPartition(brandId, month),
    sk: 'BATCHES',
  }),
  clickSegment: (brandId: string, month: string, number: number) => ({
    pk: clickJournalPartition(brandId, month),
    sk: `SEGMENT#${String(number).padStart(4, '0')}`,
  }),
} as const;
