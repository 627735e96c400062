// Decides how busy each day of a year is: a weekly rhythm, the seasons, Black Friday, and a growing program.
import { daysBefore } from '#infra/local/demo/creations.ts';
import type { Random } from '#infra/local/demo/random.ts';
import { addDays, addSeconds, dayOf, secondsPerDay, secondsPerHour } from '#lib/foundation/shared/dates.ts';

/** From Sunday to Saturday. */
const ofWeekday = [1.35, 0.9, 0.85, 0.9, 1, 1.1, 1.3] as const;
/** From January to December. */
const ofMonth = [0.7, 0.7, 0.85, 1, 1.15, 1.4, 1.5, 1.35, 1, 0.9, 1.1, 1.3] as const;
const ofBlackFriday = [3.5, 2, 1.8, 2.6] as const;
const quietAfterChristmas = 0.5;
const growth = 0.8;
const noise = 0.5;
const firstHour = 7;
const hours = 16;

/** Returns the day after the fourth Thursday of November. */
export function blackFridayOf(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1));
  const firstThursday = 1 + ((4 - first.getUTCDay() + 7) % 7);
  return dayOf(new Date(Date.UTC(year, 10, firstThursday + 22)));
}

function weightOf(day: string): number {
  const date = new Date(day);
  const blackFriday = blackFridayOf(date.getUTCFullYear());
  const sales = ofBlackFriday.find((_, index) => addDays(blackFriday, index) === day) ?? 1;
  const holidays = day.endsWith('-12-24') || day.endsWith('-12-25') ? quietAfterChristmas : 1;
  return (ofWeekday[date.getUTCDay()] ?? 1) * (ofMonth[date.getUTCMonth()] ?? 1) * sales * holidays;
}

interface Span {
  readonly now: Date;
  readonly days: number;
  /** The number of times on an average day. */
  readonly perDay: number;
}

/** Returns sorted times from `days` days ago until now. */
export function seasonalTimes({ now, days, perDay }: Span, random: Random): readonly Date[] {
  const start = daysBefore(now, days);
  const all = Array.from({ length: days + 1 }, (_, index) => addDays(dayOf(start), index));
  return all
    .flatMap((day, index) => {
      const trend = 1 + growth * (index / days - 1 / 2);
      const expected = perDay * weightOf(day) * trend * (1 + noise * (random.next() - 1 / 2));
      const count = Math.floor(expected + random.next());
      return Array.from({ length: count }, () => timeOf(day, random));
    })
    .filter((at) => at > start && at < now)
    .sort((one, other) => one.getTime() - other.getTime());
}

/** Adds two random numbers, so that the middle of the day is the busiest. */
const timeOf = (day: string, random: Random): Date =>
  addSeconds(
    new Date(day),
    Math.floor((firstHour + (hours * (random.next() + random.next())) / 2) * secondsPerHour) % secondsPerDay,
  );
