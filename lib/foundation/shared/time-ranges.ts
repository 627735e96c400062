// Converts a range of days or instants to instants.
import { addDays, addMilliseconds } from './dates.ts';
import { invalid } from './errors.ts';
import { dayStart } from './time-zones.ts';

/** `from` is inclusive, `before` is exclusive. An absent end is open. */
export interface TimeRange {
  readonly from?: Date;
  readonly before?: Date;
}

const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length;

/** The beginning of a day in the time zone, or the instant. */
export const startOf = (text: string, timeZone: string): Date =>
  isDay(text) ? dayStart(timeZone, text) : new Date(text);

const endOf = (text: string, timeZone: string): Date =>
  isDay(text) ? dayStart(timeZone, addDays(text, 1)) : addMilliseconds(new Date(text), 1);

/** `from` and `to` are days in the time zone, or instants. Both are inclusive. */
export const rangeBetween = (
  from: string | undefined,
  to: string | undefined,
  timeZone: string,
): TimeRange => ({
  ...(from !== undefined && { from: startOf(from, timeZone) }),
  ...(to !== undefined && { before: endOf(to, timeZone) }),
});

export const isOpen = ({ from, before }: TimeRange): boolean => from === undefined && before === undefined;

export const isWithin = ({ from, before }: TimeRange, at: Date): boolean =>
  (from === undefined || at >= from) && (before === undefined || at < before);

export const isEmpty = ({ from, before }: TimeRange): boolean =>
  from !== undefined && before !== undefined && from >= before;

/** Throws a 400 if the range of two query parameters is empty. */
export function requestedRange(
  [fromName, from]: readonly [name: string, value: string | undefined],
  [toName, to]: readonly [name: string, value: string | undefined],
  timeZone: string,
): TimeRange {
  const range = rangeBetween(from, to, timeZone);
  if (!isEmpty(range)) return range;
  const message = `\`${fromName}\` must not be after \`${toName}\``;
  throw invalid('Invalid query parameters', [{ path: fromName, message }]);
}
