// Chooses the months and the days whose figures add up to those of a range of days.
import { daysInMonth, monthOf, monthsBetween } from '#lib/foundation/shared/dates.ts';

export type Days = readonly [from: string, to: string];

/** Parts with the sign -1 are subtracted. A range of months begins and ends with a month (`2026-03`). */
export interface Span {
  readonly sign: 1 | -1;
  readonly range: Days;
}

const dayOfMonth = (day: string): number => Number(day.slice('YYYY-MM-'.length));
const dayIn = (month: string, day: number): string => `${month}-${String(day).padStart(2, '0')}`;

/** Reads the days within the range, or the whole month without the days outside of it, whichever is less. Days after today have no figures. */
function coverMonth(month: string, [from, to]: Days, today: string): readonly Span[] {
  const length = daysInMonth(month);
  const first = monthOf(from) === month ? dayOfMonth(from) : 1;
  const last = monthOf(to) === month ? dayOfMonth(to) : length;
  const past = monthOf(today) > month ? length : monthOf(today) < month ? 0 : dayOfMonth(today);
  const within = Math.max(0, Math.min(last, past) - first + 1);
  const before = Math.min(first - 1, past);
  const after = Math.max(0, past - last);
  const days = (sign: 1 | -1, [begin, end]: readonly [number, number]): readonly Span[] =>
    begin > end ? [] : [{ sign, range: [dayIn(month, begin), dayIn(month, end)] }];
  if (before + after >= within) return days(1, [first, last]);
  return [{ sign: 1, range: [month, month] }, ...days(-1, [1, first - 1]), ...days(-1, [last + 1, length])];
}

const isMonth = ({ range: [from] }: Span): boolean => from.length === 'YYYY-MM'.length;

/** One range has all whole months, because they follow each other. */
export function coverOf([from, to]: Days, today: string): readonly Span[] {
  const spans = monthsBetween(monthOf(from), monthOf(to)).flatMap((month) =>
    coverMonth(month, [from, to], today),
  );
  const months = spans.filter(isMonth).map(({ range: [month] }) => month);
  const [first, last] = [months.at(0), months.at(-1)];
  const days = spans.filter((span) => !isMonth(span));
  return first === undefined || last === undefined ? days : [...days, { sign: 1, range: [first, last] }];
}
