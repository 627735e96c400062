// Calculates a discount code after a change.
import { changedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { afterChange } from '#lib/foundation/shared/past-values.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import type { DiscountChanges } from '#lib/program/discounts/schema/endpoints.ts';
import { checkPeriod } from './validity.ts';

/** Throws a 400 if the code would end before it starts. */
export function changedDiscount(before: Discount, changes: DiscountChanges, now: Date): Discount {
  const { externalId, metadata, status = before.status, ...validity } = changes;
  const after: Discount = {
    ...before,
    ...validity,
    status,
    pastStatuses:
      status === before.status ? before.pastStatuses : afterChange(before.pastStatuses, before.status, now),
    ...changedAnnotations(before, { externalId, metadata }),
  };
  checkPeriod(after);
  return after;
}
