// Calculates with UTC days and instants. A day is a string `YYYY-MM-DD`, and an instant is ISO 8601 with milliseconds.

const millisecondsPerDay = 86_400_000;

/** The service accepts days and instants from the first to the last of these days, in UTC. */
export const firstDay = '2000-01-01';
export const lastDay = '2099-12-31';
export const lastInstant = `${lastDay}T23:59:59.999Z`;
export const dateRange = `from ${firstDay} to ${lastDay}`;

/** `text` is a day or an instant in UTC. */
export const isInDateRange = (text: string): boolean => text >= firstDay && text <= lastInstant;

/** A calculation can pass the ends of the range: 1970 means that there is no start, and a retention begins on the last day. */
const earliest = new Date(0);
const latest = new Date(Date.parse(lastInstant) + 400 * millisecondsPerDay);

function checkedDate(milliseconds: number): Date {
  if (milliseconds >= earliest.getTime() && milliseconds <= latest.getTime()) return new Date(milliseconds);
  throw new RangeError(
    `A calculated date must be from ${dayOf(earliest)} to ${dayOf(latest)}, but is ${milliseconds} ms after 1970`,
  );
}

/** Throws a `RangeError` if the result is far outside of the range, because other years break texts, sort keys and stored items. */
export const addMilliseconds = (at: Date, milliseconds: number): Date =>
  checkedDate(at.getTime() + milliseconds);

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string =>
  dayOf(addMilliseconds(new Date(date), days * millisecondsPerDay));

export const daysInclusive = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsPerDay + 1;

export const daysBetween = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysInclusive(from, to)) }, (_, index) => addDays(from, index));

const instantPattern =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt](?<time>(?:[01]\d|2[0-3])(?::[0-5]\d){2})(?:\.(?<fraction>\d+))?(?<offset>[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Converts an RFC 3339 instant to UTC with milliseconds. Returns undefined for other texts and for leap seconds. */
export function parseInstant(text: string): string | undefined {
  const { date, time, fraction = '', offset = '' } = instantPattern.exec(text)?.groups ?? {};
  const midnight = new Date(`${date}T00:00:00Z`);
  // Reject days such as 30 February, which Date would accept as 2 March.
  if (Number.isNaN(midnight.getTime()) || dayOf(midnight) !== date) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const instant = new Date(`${date}T${time}.${milliseconds}${offset.toUpperCase()}`).toISOString();
  return instantPattern.test(instant) ? instant : undefined;
}

export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export const addSeconds = (at: Date, seconds: number): Date => addMilliseconds(at, seconds * 1000);

export const secondsPerHour = 3600;
export const secondsPerDay = 24 * secondsPerHour;

/** Clamps to the last day of the month: 31 January + 1 month is 28 or 29 February. */
export function addMonths(at: Date, months: number): Date {
  const result = new Date(at);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return checkedDate(result.getTime());
}

/** Months have the form `2026-03`. */
export const monthOf = (day: string): string => day.slice(0, 'YYYY-MM'.length);

const yearOf = (month: string): number => Number(month.slice(0, 'YYYY'.length));
const monthOfYear = (month: string): number => Number(month.slice('YYYY-'.length));

export const daysInMonth = (month: string): number =>
  new Date(Date.UTC(yearOf(month), monthOfYear(month), 0)).getUTCDate();

export function monthsBetween(from: string, to: string): readonly string[] {
  const count = (yearOf(to) - yearOf(from)) * 12 + monthOfYear(to) - monthOfYear(from) + 1;
  return Array.from({ length: count }, (_, index) =>
    monthOf(dayOf(new Date(Date.UTC(yearOf(from), monthOfYear(from) - 1 + index)))),
  );
}
