// Exchange rates for situations of endpoints.
import { addDays, dayOf } from '#lib/foundation/shared/dates.ts';

/** The rates of the last days, the newest first. */
export function rateBody(count = 2) {
  const today = dayOf(new Date());
  return {
    rates: Array.from({ length: count }, (_, index) => ({
      day: addDays(today, -index),
      rate: `0.${921 + index}`,
    })),
  };
}
