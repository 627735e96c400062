// Determines the first and the last day of a statistics query.
import {
  defaultDaysOfStatistics,
  maxDaysOfStatistics,
  type StatisticsQuery,
} from '#lib/click-statistics/schema.ts';
import { addDays, daysInclusive } from '#lib/shared/dates.ts';
import { invalid } from '#lib/shared/errors.ts';
import { dayIn } from '#lib/shared/time-zones.ts';

/** Throws a 400 for a range that is empty or too long. */
export function statisticsRange(
  { from, to, timezone }: StatisticsQuery,
  now: Date,
): { from: string; to: string } {
  const today = dayIn(timezone, now);
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? addDays(last, 1 - defaultDaysOfStatistics);
  const days = daysInclusive(first, last);
  if (days < 1) throw refusedRange('from', '`from` must not be after `to`');
  if (days > maxDaysOfStatistics) {
    throw refusedRange('to', `\`to\` must be within ${maxDaysOfStatistics} days of \`from\``);
  }
  return { from: first, to: last };
}

const refusedRange = (path: string, message: string) =>
  invalid('Invalid query parameters', [{ path, message }]);
