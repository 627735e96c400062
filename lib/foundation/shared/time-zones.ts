// Converts instants to the days of a time zone, and back.
import { addMilliseconds, dayOf } from './dates.ts';

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
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
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

/** Returns the UTC offset in milliseconds, which is positive east of Greenwich. */
function offsetAt(timeZone: string, at: number): number {
  if (timeZone === utc) return 0;
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const seconds = Math.floor(at / 1000) * 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}

export const dayIn = (timeZone: string, at: Date): string =>
  dayOf(addMilliseconds(at, offsetAt(timeZone, at.getTime())));

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
