// Chooses the rollups of days, months, quarters and years whose sum is a range of UTC hours.
import { type HourRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { addMonths } from '#lib/shared/dates.ts';
import { formatHour, millisecondsPerHour, parseHour } from '#lib/shared/time-zones.ts';

const hoursPerDay = 24;
const monthsPerYear = 12;
const monthsPerQuarter = 3;

/** Returns the month, the quarter and the year of a day. */
export function spansOfDay(date: string): readonly [month: string, quarter: string, year: string] {
  const [month, year] = [date.slice(0, 'YYYY-MM'.length), date.slice(0, 'YYYY'.length)];
  const quarter = Math.ceil(Number(month.slice(-2)) / monthsPerQuarter);
  return [month, `${year}-Q${quarter}`, year];
}

/** Whole spans, and ranges of hours within one month, which are read by day. Parts with the sign -1 are subtracted. */
export type Part = { readonly sign: 1 | -1 } & (
  | { readonly span: string }
  | { readonly span: null; readonly time: HourRange }
);

interface Cover {
  readonly parts: readonly Part[];
  readonly cost: number;
}

interface Span {
  readonly name: string;
  readonly time: HourRange;
  /** The expected number of rows, where a day has 1. Most creators have orders on few days of a month. */
  readonly cost: number;
  /** Undefined for a month, which is read by day. */
  readonly children: readonly Span[] | undefined;
}

const hourOf = (at: Date): number => at.getTime() / millisecondsPerHour;
const isEmpty = ({ from, to }: HourRange): boolean => from >= to;
const clip = (time: HourRange, within: HourRange): HourRange => ({
  from: Math.max(time.from, within.from),
  to: Math.min(time.to, within.to),
});

function spanFrom(month: string, months: number): Span {
  const start = new Date(`${month}-01`);
  const time = { from: hourOf(start), to: hourOf(addMonths(start, months)) };
  const [, quarter, year] = spansOfDay(month);
  const children = (own: number) =>
    Array.from({ length: months / own }, (_, index) => {
      const first = addMonths(start, index * own).toISOString();
      return spanFrom(first.slice(0, 'YYYY-MM'.length), own);
    });
  if (months === monthsPerYear) return { name: year, time, cost: 24, children: children(monthsPerQuarter) };
  if (months === monthsPerQuarter) return { name: quarter, time, cost: 16, children: children(1) };
  return { name: month, time, cost: 8, children: undefined };
}

const sum = (covers: readonly Cover[]): Cover => ({
  parts: covers.flatMap(({ parts }) => parts),
  cost: covers.reduce((total, { cost }) => total + cost, 0),
});

const negative = ({ parts, cost }: Cover): Cover => ({
  parts: parts.map((part): Part => ({ ...part, sign: part.sign === 1 ? -1 : 1 })),
  cost,
});

/** There are no figures after `now`, so days after it cost nothing. */
function coverByParts({ children }: Span, time: HourRange, now: number): Cover {
  if (isEmpty(time)) return { parts: [], cost: 0 };
  if (children !== undefined) return sum(children.map((child) => cover(child, clip(time, child.time), now)));
  const hours = Math.max(0, Math.min(time.to, now) - time.from);
  return { parts: [{ sign: 1, span: null, time }], cost: Math.ceil(hours / hoursPerDay) };
}

/** Adds the parts within the range, or subtracts the parts outside of it from the whole span, whichever costs less. */
function cover(span: Span, time: HourRange, now: number): Cover {
  if (isEmpty(time)) return { parts: [], cost: 0 };
  const outside = [
    { from: span.time.from, to: time.from },
    { from: time.to, to: span.time.to },
  ].map((range) => negative(coverByParts(span, range, now)));
  const whole = sum([{ parts: [{ sign: 1, span: span.name }], cost: span.cost }, ...outside]);
  const parts = coverByParts(span, time, now);
  return whole.cost < parts.cost ? whole : parts;
}

/** `now` is a UTC hour, like the range. */
export function coverOf(time: HourRange, now: number): readonly Part[] {
  const years = new Set(splitByMonth(time).map(({ month }) => month.slice(0, 'YYYY'.length)));
  return [...years].flatMap((year) => {
    const span = spanFrom(`${year}-01`, monthsPerYear);
    return cover(span, clip(time, span.time), now).parts;
  });
}

/** The first and the last day of the range. */
export const daysOf = ({ from, to }: HourRange): readonly [string, string] => [
  formatHour(from).slice(0, 'YYYY-MM-DD'.length),
  formatHour(to - 1).slice(0, 'YYYY-MM-DD'.length),
];

export const firstHourOf = (date: string): number => parseHour(`${date}T00`);
