// Decides the amount of a refund, and whether a repeated refund is the same.
import type { Conversion } from '#lib/conversions/schema/conversion.ts';
import type { Refund } from '#lib/conversions/schema/refund.ts';
import { conflict } from '#lib/shared/errors.ts';

/** In minor units. Defaults to the remaining amount; throws a 409 for more than that. */
export function refundAmount(requested: number | null, { amount, refundedAmount }: Conversion): number {
  const remaining = amount - refundedAmount;
  if (remaining === 0) throw conflict('The order is already fully refunded');
  if ((requested ?? remaining) > remaining) {
    throw conflict('`amount` is more than the remaining amount of the order');
  }
  return requested ?? remaining;
}

/**
 * Throws a 409 unless the request repeats the refund. A request without an amount does not repeat a partial refund, because
 * the amount that remained at that time is unknown.
 */
export function matchingRefund(recorded: Refund, requested: number | null, order: Conversion): Refund {
  const isSame = requested === recorded.asked || (requested ?? order.amount) === recorded.amount;
  if (isSame) return recorded;
  throw conflict('`refundId` is already used with a different amount');
}
