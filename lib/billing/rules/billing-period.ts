// Which billing period a moment lies in.
import { addMonths } from '#lib/shared/dates.ts';

/**
 * The month that `now` lies in, counted from the day the subscription began: the start belongs to it, the end to the
 * next. A subscription of the 31st is renewed on the last day of shorter months.
 */
export function currentPeriod(beganAt: Date, now: Date): { start: Date; end: Date } {
  const yearsBetween = now.getUTCFullYear() - beganAt.getUTCFullYear();
  const monthsBetween = yearsBetween * 12 + now.getUTCMonth() - beganAt.getUTCMonth();
  const months = addMonths(beganAt, monthsBetween) > now ? monthsBetween - 1 : monthsBetween;
  return { start: addMonths(beganAt, months), end: addMonths(beganAt, months + 1) };
}
