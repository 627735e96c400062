// Days of time zones, cut at whole UTC hours. Hours are numbers here: how many there are from 1970 on.
import { dayOf } from './dates.ts';

export const millisecondsOfHour = 3_600_000;
const millisecondsOfDay = 24 * millisecondsOfHour;
const utc = 'UTC';

/** What the names of zones look like: `Europe/Berlin`, `Etc/GMT+5`. Offsets (`+02:00`), which Intl also takes, do not. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** By zone: making one takes a hundred times as long as asking it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(timeZone, format);
  return format;
}

/** Whether it is the name of a zone in the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** How much later it is there than in UTC, in milliseconds, at that time. */
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

/** The day it is there. */
export const dayIn = (timeZone: string, at: Date): string =>
  dayOf(new Date(at.getTime() + offsetAt(timeZone, at.getTime())));

/** How much later it is there at some times; each is asked once, for asking takes ten microseconds. */
function offsetsOf(timeZone: string): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const offset = known.get(at) ?? offsetAt(timeZone, at);
    known.set(at, offset);
    return offset;
  };
}

/**
 * The UTC hour that a day of the zone begins with: the first that begins on that day or later. Where the offset is no
 * whole number of hours, that is up to 45 minutes after midnight there. `midnight`: as if it were in UTC.
 */
function firstHourAt(offset: (at: number) => number, midnight: number): number {
  const [before, after] = [offset(midnight - millisecondsOfDay), offset(midnight + millisecondsOfDay)];
  // The clocks may change that day: the earliest that it can begin, and on from there.
  let hour = Math.ceil((midnight - Math.max(before, after)) / millisecondsOfHour);
  const isLater = (at: number) => at + offset(at) >= midnight;
  if (before !== after) while (!isLater(hour * millisecondsOfHour)) hour += 1;
  return Math.min(hour, endOfTime);
}

/** `2026-11-21T16` */
export const textOfHour = (hour: number): string =>
  new Date(hour * millisecondsOfHour).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);

export const hourOfText = (text: string): number => Date.parse(`${text}:00:00.000Z`) / millisecondsOfHour;

/** Years have four digits. */
const endOfTime = hourOfText('9999-12-31T23') + 1;

/** The hours that so many days of the zone begin with, from that day on, and the one that the day after them begins with. */
export function firstHoursOf(timeZone: string, date: string, days: number): readonly number[] {
  const offset = offsetsOf(timeZone);
  return Array.from({ length: days + 1 }, (_, index) =>
    firstHourAt(offset, Date.parse(date) + index * millisecondsOfDay),
  );
}
