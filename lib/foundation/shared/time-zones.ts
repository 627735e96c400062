// Converts instants to the days of a time zone, and back.
import { dayOf } from './dates.ts';

const millisecondsPerDay = 86_400_000;
const utc = 'UTC';

/** Excludes offsets (`+02:00`), which Intl also accepts. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * Caches the formats, because creating a format takes a hundred times as long as using it. `Intl` ignores the letter case of a name, so
 * the keys are in lower case: otherwise each spelling would add a format of 20 KB.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = formats.get(key);
  if (known !== undefined) return known;
  // Sweden writes times as ISO 8601 does, with a space before the hours.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(key, format);
  return format;
}

export function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the local time in the form `2026-03-01 18:10:00`. */
const localTime = (timeZone: string, at: Date | number): string => formatOf(timeZone).format(at);

export const dayIn = (timeZone: string, at: Date): string =>
  timeZone === utc ? dayOf(at) : localTime(timeZone, at).slice(0, 10);

/** Returns the UTC offset in milliseconds, which is positive east of Greenwich. */
function offsetAt(timeZone: string, at: number): number {
  if (timeZone === utc) return 0;
  const seconds = Math.floor(at / 1000) * 1000;
  return Date.parse(`${localTime(timeZone, at)}Z`) - seconds;
}

/** Returns the first instant of a local day. If a change of the clocks skips midnight, this is the instant of the change. */
export function dayStart(timeZone: string, date: string): Date {
  const midnight = Date.parse(date);
  const offsets = [midnight - millisecondsPerDay, midnight + millisecondsPerDay].map((at) =>
    offsetAt(timeZone, at),
  );
  let [first, last] = [midnight - Math.max(...offsets), midnight - Math.min(...offsets)];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (middle + offsetAt(timeZone, middle) >= midnight) last = middle;
    else first = middle + 1;
  }
  return new Date(first);
}
