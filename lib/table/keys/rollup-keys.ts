// Defines the keys of click rollups. All rollups of one scope and month share a partition.

/** The scope of a rollup is a campaign, a creator, or a creator in a campaign. Without ids, the scope is the whole brand. */
export const clickScope = (campaignId = '', affiliateId = ''): string => `${campaignId}#${affiliateId}`;

export const campaignOfScope = (scope: string): string | undefined => scope.split('#')[0] || undefined;
export const affiliateOfScope = (scope: string): string => scope.split('#')[1] ?? '';

const group = 'GROUP_';
/** A group of the creators of a brand or a campaign, in a wide month (docs/decisions/0123). No creator has such an id. */
export const clickGroupScope = (campaignId: string | undefined, number: number): string =>
  clickScope(campaignId, `${group}${String(number).padStart(2, '0')}`);
export const groupOfScope = (scope: string): number => Number(affiliateOfScope(scope).slice(group.length));

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

export interface BufferPlace {
  readonly group: number;
  readonly round: number;
  readonly name: string;
}

const roundDigits = 8;
const roundOfBuffer = (group: number, round: number): string =>
  `BUFFER#${group}#${String(round).padStart(roundDigits, '0')}`;
export const roundOfBufferKey = (sk: string): number => Number(sk.split('#')[2]);

/** The changes of a group in the rounds of a wide month. `to` is exclusive, and can be infinite. */
export const clickBufferBetween = (
  brandId: string,
  month: string,
  { group, from, to }: Readonly<Record<'group' | 'from' | 'to', number>>,
): KeyRange => ({
  pk: clickJournalPartition(brandId, month),
  first: roundOfBuffer(group, from),
  last: to === Number.POSITIVE_INFINITY ? `BUFFER#${group}#~` : roundOfBuffer(group, to),
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
  /** These three sort before all items of a journal that statistics read. */
  clickRound: (brandId: string, month: string) => ({
    pk: clickJournalPartition(brandId, month),
    sk: 'BUFFER',
  }),
  clickFold: (brandId: string, month: string) => ({
    pk: clickJournalPartition(brandId, month),
    sk: 'FOLD',
  }),
  clickBuffer: (brandId: string, month: string, place: BufferPlace) => ({
    pk: clickJournalPartition(brandId, month),
    sk: `${roundOfBuffer(place.group, place.round)}#${place.name}`,
  }),
  clickSegment: (brandId: string, month: string, number: number) => ({
    pk: clickJournalPartition(brandId, month),
    sk: `SEGMENT#${String(number).padStart(4, '0')}`,
  }),
} as const;
