// Calculates the amount of a refund, and compares a repeated refund with the recorded one.

import { conflict } from '#lib/foundation/shared/errors.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { Refund } from '#lib/money/conversions/schema/refund.ts';

/** Returns the requested amount, by default all that remains. Throws a 409 if nothing remains, or less than requested. */
export function refundAmount(
  requested: number | null,
  { amount, refundedAmount, currency }: Conversion,
): number {
  const remaining = amount - refundedAmount;
  if (remaining === 0) {
    const message =
      amount === 0 ? 'The order is free, so nothing can be refunded' : 'The order is already fully refunded';
    throw conflict('order_fully_refunded', message);
  }
  if ((requested ?? remaining) > remaining) {
    const left = fromMinor(remaining, currency).rawJSON;
    const reason =
      refundedAmount === 0 ? 'the amount of the order' : 'because the rest of the order is already refunded';
    throw conflict('refund_too_large', `\`amount\` must be at most ${left} (${currency}), ${reason}`, {
      details: [{ path: 'amount', message: `Must be at most ${left}`, values: [left] }],
    });
  }
  return requested ?? remaining;
}

/**
 * Returns the recorded refund if its amount equals the requested amount, and throws a 409 otherwise. A request without an
 * amount matches a refund that was requested without an amount, or a refund of the whole order.
 */
export function matchingRefund(recorded: Refund, requested: number | null, order: Conversion): Refund {
  const isSame = requested === recorded.asked || (requested ?? order.amount) === recorded.amount;
  if (isSame) return recorded;
  throw conflict(
    'refund_id_reused',
    '`refundId` is already used with a different amount: repeat that amount, or send another `refundId`',
  );
}
