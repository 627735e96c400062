// Tells the time of a brand. Only the clock of a test twin can differ from the real one.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addMilliseconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';

/** Bounds the clock of test mode, so that everything that is calculated from its time stays in the range of dates. */
export const maxDaysAhead = 3650;
export const maxClockOffset = maxDaysAhead * secondsPerDay * 1000;

export const brandTime = ({ clockOffset = 0 }: Pick<Brand, 'clockOffset'>, at: Date): Date =>
  addMilliseconds(at, clockOffset);
