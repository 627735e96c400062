// Defines how long click statistics are kept.
import { addDays, addSeconds, dayOf, epochSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import { parseHour } from '#lib/shared/time-zones.ts';
import type { HourRange } from './rollups/spans.ts';

/** A request covers at most 366 days, which can end in the past. Rollups of days and months by dimension do not expire. */
export const retentionDays = 400;
export const retentionSeconds = retentionDays * secondsPerDay;

/** In epoch seconds. */
export const expiryOfDay = (date: string): number =>
  epochSeconds(addSeconds(new Date(`${date}T00:00:00.000Z`), retentionSeconds));

/** Excludes the days whose figures by hour may have expired, so that all figures of a response cover the same time. */
export function retainedHours({ from, to }: HourRange, now: Date): HourRange {
  const first = parseHour(`${addDays(dayOf(now), 1 - retentionDays)}T00`);
  return { from: Math.max(from, first), to: Math.max(to, first) };
}
