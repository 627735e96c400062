// Which days statistics are asked for.
import { addDays, dayOf, daysInclusive } from '#lib/shared/dates.ts';
import { invalid } from '#lib/shared/errors.ts';
import { defaultDaysOfStatistics, maxDaysOfStatistics, type StatisticsQuery } from './schema.ts';

/** The days asked for, defaults filled in; a 400 for a range that is empty or too long. */
export function statisticsRange({ from, to }: StatisticsQuery, now: Date): { from: string; to: string } {
  const last = to ?? (from === undefined ? dayOf(now) : defaultTo(from, now));
  const first = from ?? addDays(last, 1 - defaultDaysOfStatistics);
  const days = daysInclusive(first, last);
  if (days < 1) throw refusedRange('from', 'Must not be after to');
  if (days > maxDaysOfStatistics)
    throw refusedRange('to', `Must be at most ${maxDaysOfStatistics} days from from`);
  return { from: first, to: last };
}

/** Without an end, a range goes on to today. */
const defaultTo = (from: string, now: Date): string => (from > dayOf(now) ? from : dayOf(now));

const refusedRange = (path: string, message: string) =>
  invalid('Invalid query parameters', [{ path, message }]);
