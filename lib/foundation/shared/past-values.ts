// Keeps the former values of a setting beside its present value, so that an order is judged by what applied at its time.
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { instant } from './date-schemas.ts';
import { afterChange, type PastValue } from './value-at.ts';

export { afterChange, maxPastValues, type PastValue, type Validity, valueAt } from './value-at.ts';

/** Former values, oldest first. Each applied until `until`, from the `until` of the one before it, or from the beginning. */
export const pastValues = <Value extends z.ZodType>(value: Value) =>
  z.array(z.object({ value, until: instant }));

/** Returns the former values after a setting became `after` at `now`, which can be the value that it had. */
export const afterUpdate = <Value>(
  past: PastValue<Value>[],
  { before, after }: { readonly before: Value; readonly after: Value },
  now: Date,
): PastValue<Value>[] => (isDeepStrictEqual(after, before) ? past : afterChange(past, before, now));
