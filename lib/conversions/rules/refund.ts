// Calculates the amount of a refund, and compares a repeated refund with the recorded one.
import type { Conversion } from '#lib/conversions/schema/conversion.ts';
import type { Refund } from '#lib/conversions/schema/refund.ts';
import { conflict } from '#lib/shared/errors.ts';

/** Returns minor units, by default the remaining amount. Throws a 409 if the requested amount exceeds the remaining amount. */
export function refundAmount(requested: number | null, { amount, refundedAmount }: Conversion): number {
  const remaining = amount - refundedAmount;
  if (remaining === 0) throw conflict('The order is already fully refunded');
  if ((requested ?? remaining) > remaining) {
    throw conflict(
      '`amount` must be at most the remaining amount of the order: `amount` minus `refundedAmount`',
    );
  }
  return requested ?? remaining;
}

/**
 * Returns the recorded refund, or throws a 409 if the request differs from it. A request without an amount matches a refund that
 * was requested without an amount, or a refund of the whole order.
 */
export function matchingRefund(recorded: Refund, requested: number | null, order: Conversion): Refund {
  const isSame = requested === recorded.asked || (requested ?? order.amount) === recorded.amount;
  if (isSame) return recorded;
  throw conflict(
    '`refundId` is already used with a different amount: repeat that amount, or send another `refundId`',
  );
}
