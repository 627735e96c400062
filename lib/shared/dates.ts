// UTC days and instants. A day is the string `YYYY-MM-DD`, an instant ISO 8601 with milliseconds.

const millisecondsOfDay = 86_400_000;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string =>
  dayOf(new Date(Date.parse(date) + days * millisecondsOfDay));

/** Days from the first to the second, both included; 0 or less when they are the wrong way round. */
export const daysInclusive = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsOfDay + 1;

export const daysBetween = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysInclusive(from, to)) }, (_, index) => addDays(from, index));

export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export const afterSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

export const hours = 3600;
export const daysInSeconds = 24 * hours;

/** That many months later, clamped to the month's last day: 31 January + 1 → 28 or 29 February. */
export function addMonths(at: Date, months: number): Date {
  const result = new Date(at);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return result;
}
