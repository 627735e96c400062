// Calculates monthly billing periods.
import { addMonths } from '#lib/foundation/shared/dates.ts';

/** `end` is exclusive. A subscription that began on the 31st renews on the last day of shorter months. */
export function currentPeriod(beganAt: Date, now: Date): { start: Date; end: Date } {
  const yearsBetween = now.getUTCFullYear() - beganAt.getUTCFullYear();
  const monthsBetween = yearsBetween * 12 + now.getUTCMonth() - beganAt.getUTCMonth();
  const months = addMonths(beganAt, monthsBetween) > now ? monthsBetween - 1 : monthsBetween;
  return { start: addMonths(beganAt, months), end: addMonths(beganAt, months + 1) };
}
