// Splits a range of hours into the months, days and hours whose totals cover it.
import { addMonths } from '#lib/shared/dates.ts';
import { formatHour, millisecondsPerHour, parseHour } from '#lib/shared/time-zones.ts';
import { hoursOfDay } from './hours.ts';
import { dayOfHour, monthOfHour } from './items.ts';

/** `from` and `to` are UTC hours since the epoch. `to` is exclusive. */
export interface HourRange {
  readonly from: number;
  readonly to: number;
}

export type SpanRange = readonly [first: string, last: string];

const firstHourOfMonth = (month: string): number => parseHour(`${month}-01T00`);
const endOfMonth = (month: string): number =>
  addMonths(new Date(`${month}-01`), 1).getTime() / millisecondsPerHour;

const clip = ({ from, to }: HourRange, begin: number, end: number): HourRange => ({
  from: Math.max(from, begin),
  to: Math.min(to, end),
});
const isEmpty = ({ from, to }: HourRange): boolean => from >= to;

export interface MonthRange {
  readonly month: string;
  readonly time: HourRange;
}

export function splitByMonth(time: HourRange): readonly MonthRange[] {
  const months = [];
  for (let from = time.from; from < time.to; ) {
    const month = monthOfHour(formatHour(from));
    const end = endOfMonth(month);
    months.push({ month, time: clip(time, from, end) });
    from = end;
  }
  return months;
}

const hoursBetween = (time: HourRange): readonly SpanRange[] =>
  isEmpty(time) ? [] : [[formatHour(time.from), formatHour(time.to - 1)]];

export function coveringSpans(month: string, time: HourRange): readonly SpanRange[] {
  const [begin, end] = [firstHourOfMonth(month), endOfMonth(month)];
  if (time.from === begin && time.to === end) return [[month, month]];
  const from = Math.ceil(time.from / hoursOfDay) * hoursOfDay;
  const to = Math.floor(time.to / hoursOfDay) * hoursOfDay;
  if (from >= to) return hoursBetween(time);
  const days: SpanRange = [dayOfHour(formatHour(from)), dayOfHour(formatHour(to - 1))];
  return [...hoursBetween(clip(time, time.from, from)), days, ...hoursBetween(clip(time, to, time.to))];
}
