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
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
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

/** Returns year, month, day, hour, minute and second of the local time, as texts with leading zeros. */
const localTime = (timeZone: string, at: Date | number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );

export function dayIn(timeZone: string, at: Date): string {
  if (timeZone === utc) return dayOf(at);
  const { year, month, day } = localTime(timeZone, at);
  return `${year}-${month}-${day}`;
}

/** Returns the UTC offset in milliseconds, which is positive east of Greenwich. */
function offsetAt(timeZone: string, at: number): number {
  if (timeZone === utc) return 0;
  const { year, month, day, hour, minute, second } = localTime(timeZone, at);
  const seconds = Math.floor(at / 1000) * 1000;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - seconds;
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
