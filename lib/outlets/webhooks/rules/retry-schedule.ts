// Decides when a failed delivery is attempted again.
import { addMilliseconds } from '#lib/foundation/shared/dates.ts';

const minute = 60;
const hour = 60 * minute;

/** Seconds after the first, second, … failed attempt. */
const delays = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** Spreads the attempts of events that failed together. */
const jitter = 0.1;

/** `random` is from 0 to 1. Returns undefined after the last attempt. */
export function nextAttemptAt(failures: number, failedAt: Date, random: number): Date | undefined {
  const delay = delays[failures - 1];
  if (delay === undefined) return undefined;
  const factor = 1 + jitter * (2 * random - 1);
  return addMilliseconds(failedAt, Math.round(delay * factor * 1000));
}
