// Which totals make up a time: whole months, and of months that are cut off whole days, and of such days hours.
import { addMonths } from '#lib/shared/dates.ts';
import { formatHour, millisecondsPerHour, parseHour } from '#lib/shared/time-zones.ts';
import { hoursOfDay } from './hours.ts';
import { dayOfHour, monthOfHour } from './items.ts';

/** UTC hours as numbers, the last one not included. */
export interface Time {
  readonly from: number;
  readonly to: number;
}

/** The first and the last of some spans of the same kind that follow each other, both included, all of one month. */
export type SpanRange = readonly [first: string, last: string];

const firstHourOfMonth = (month: string): number => parseHour(`${month}-01T00`);
const endOfMonth = (month: string): number =>
  addMonths(new Date(`${month}-01`), 1).getTime() / millisecondsPerHour;

const part = ({ from, to }: Time, begin: number, end: number): Time => ({
  from: Math.max(from, begin),
  to: Math.min(to, end),
});
const isEmpty = ({ from, to }: Time): boolean => from >= to;

/** A time, cut by months. */
export function monthsOf(time: Time): readonly { readonly month: string; readonly time: Time }[] {
  const months = [];
  for (let from = time.from; from < time.to; ) {
    const month = monthOfHour(formatHour(from));
    const end = endOfMonth(month);
    months.push({ month, time: part(time, from, end) });
    from = end;
  }
  return months;
}

const hoursBetween = (time: Time): readonly SpanRange[] =>
  isEmpty(time) ? [] : [[formatHour(time.from), formatHour(time.to - 1)]];

/** The spans that make up a time in a month. */
export function spansOf(month: string, time: Time): readonly SpanRange[] {
  const [begin, end] = [firstHourOfMonth(month), endOfMonth(month)];
  if (time.from === begin && time.to === end) return [[month, month]];
  const from = Math.ceil(time.from / hoursOfDay) * hoursOfDay;
  const to = Math.floor(time.to / hoursOfDay) * hoursOfDay;
  if (from >= to) return hoursBetween(time);
  const days: SpanRange = [dayOfHour(formatHour(from)), dayOfHour(formatHour(to - 1))];
  return [...hoursBetween(part(time, time.from, from)), days, ...hoursBetween(part(time, to, time.to))];
}
