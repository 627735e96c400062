// Defines the keys of figures: of a brand by day, and of its creators, campaigns and discount codes by day and by month.
import { hash } from 'node:crypto';
import type { Key } from './item.ts';

export type FigureSeries = 'AFFILIATE' | 'CAMPAIGN' | 'DISCOUNT';

const hexDigits = [...'0123456789abcdef'];

/** A part of a series, so that no partition of a busy brand is too hot. */
const partition = (brandId: string, digit: string): string => `${brandId}#FIGURES#${digit}`;
const brandPartition = (brandId: string): string => `${brandId}#FIGURES`;
export const isBrandFigures = ({ pk }: Key): boolean => pk.endsWith('#FIGURES');
const payablesPartition = (brandId: string, digit: string): string => `${brandId}#PAYABLES#${digit}`;

/** The ids of a series share 128 items, so that an item stays small. The number is part of the stored format. */
const groupOf = (id: string): string =>
  (Number.parseInt(hash('sha256', id).slice(0, 2), 16) >> 1).toString(16).padStart(2, '0');
const digitOf = (id: string): string => groupOf(id).slice(1);

/** `period` is a day (`2026-03-01`) or a month (`2026-03`). */
const prefix = (series: FigureSeries, period: string): string =>
  period.length === 'YYYY-MM'.length ? `${series}#MONTH#${period}#` : `${series}#DAY#${period}#`;
const afterEveryGroup = '~';

export interface KeyRange {
  readonly pk: string;
  readonly first: string;
  readonly last: string;
}

/** Returns the key ranges of all items of a series from one day to another, or from one month to another. */
export const figuresBetween = (
  brandId: string,
  series: FigureSeries,
  [from, to]: readonly [string, string],
): readonly KeyRange[] =>
  hexDigits.map((digit) => ({
    pk: partition(brandId, digit),
    first: prefix(series, from),
    last: `${prefix(series, to)}${afterEveryGroup}`,
  }));

export const brandFiguresBetween = (brandId: string, [from, to]: readonly [string, string]): KeyRange => ({
  pk: brandPartition(brandId),
  first: from,
  last: to,
});

/** Returns the key ranges of all items with figures of a month. */
export const figuresOfMonth = (brandId: string, month: string): readonly KeyRange[] => {
  const days: readonly [string, string] = [`${month}-01`, `${month}-31`];
  const series: readonly FigureSeries[] = ['AFFILIATE', 'CAMPAIGN', 'DISCOUNT'];
  return [
    brandFiguresBetween(brandId, days),
    ...series.flatMap((one) => [
      ...figuresBetween(brandId, one, days),
      ...figuresBetween(brandId, one, [month, month]),
    ]),
  ];
};

/** Returns the month of an item with figures of a day or of a month. Payables have none. */
export const monthOfFigures = ({ sk }: Key): string | undefined => /\d{4}-\d{2}/.exec(sk)?.[0];

export const payablesPartitions = (brandId: string): readonly string[] =>
  hexDigits.map((digit) => payablesPartition(brandId, digit));

export const figureKeys = {
  brandFigures: (brandId: string, day: string) => ({ pk: brandPartition(brandId), sk: day }),
  figures: (brandId: string, series: FigureSeries, period: string, id: string) => ({
    pk: partition(brandId, digitOf(id)),
    sk: `${prefix(series, period)}${groupOf(id)}`,
  }),
  payables: (brandId: string, affiliateId: string) => ({
    pk: payablesPartition(brandId, digitOf(affiliateId)),
    sk: groupOf(affiliateId),
  }),
} as const;
