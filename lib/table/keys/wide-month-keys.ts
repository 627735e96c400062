// Defines the keys of wide months (docs/decisions/0123): the buffer in the partition of the journal, and the groups of creators.
import { clickJournalPartition, clickScope, type KeyRange } from './rollup-keys.ts';

export const campaignOfScope = (scope: string): string | undefined => scope.split('#')[0] || undefined;
export const affiliateOfScope = (scope: string): string => scope.split('#')[1] ?? '';

const group = 'GROUP_';
/** A group of the creators of a brand or a campaign, in a wide month (docs/decisions/0123). No creator has such an id. */
export const clickGroupScope = (campaignId: string | undefined, number: number): string =>
  clickScope(campaignId, `${group}${String(number).padStart(2, '0')}`);
export const groupOfScope = (scope: string): number => Number(affiliateOfScope(scope).slice(group.length));

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

export const wideMonthKeys = {
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
} as const;
