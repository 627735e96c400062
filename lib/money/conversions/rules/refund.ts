// Calculates the amount and the time of a refund, and compares a repeated refund with the recorded one.

import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { RefundInput } from '#lib/money/conversions/schema/refund.ts';
import type { PendingRefund, Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import { clockSkewMilliseconds } from './attribution.ts';

/** The reason of a commission that a refund changes. */
export const refundReason = 'The order was refunded';

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

type Asked = Pick<RefundInput, 'occurredAt'>;

/** The time of a refund, by default now. Throws a 400 for a time in the future. */
export function refundTime({ occurredAt }: Asked, now: Date): string {
  if (occurredAt !== undefined && Date.parse(occurredAt) > now.getTime() + clockSkewMilliseconds)
    throw invalidField('occurredAt', 'Must not be in the future');
  return occurredAt ?? now.toISOString();
}

/** A refund with an earlier time than its order counts at the time of the order. */
export const countedAt = (
  refund: Pick<Refund, 'occurredAt'>,
  order: Pick<Conversion, 'occurredAt'>,
): string => (refund.occurredAt < order.occurredAt ? order.occurredAt : refund.occurredAt);

/** Throws a 400 for a time before the order. The clocks of shops may differ. */
export function refundTimeOf(asked: Asked, order: Pick<Conversion, 'occurredAt'>, now: Date): string {
  const at = refundTime(asked, now);
  if (asked.occurredAt !== undefined && Date.parse(at) < Date.parse(order.occurredAt) - clockSkewMilliseconds)
    throw invalidField('occurredAt', `Must not be before the order, whose time is ${order.occurredAt}`);
  return at;
}

const reused = (name: string) =>
  conflict(
    'refund_id_reused',
    `\`refundId\` is already used with a different ${name}: repeat that ${name}, or send another \`refundId\``,
  );

/** A refund without a time in its request has the time of its recording. */
function checkTime(recorded: Refund | PendingRefund, { occurredAt }: Asked): void {
  const wasGiven = recorded.occurredAt !== recorded.createdAt;
  if (wasGiven && occurredAt !== undefined && occurredAt !== recorded.occurredAt)
    throw reused('`occurredAt`');
}

/**
 * Returns the recorded refund if its amount equals the requested amount, and throws a 409 otherwise. A request without an
 * amount matches a refund that was requested without an amount, or a refund of the whole order. The time counts if both name it.
 */
export function matchingRefund(
  recorded: Refund,
  requested: number | null,
  asked: Asked,
  order: Conversion,
): Refund {
  const isSame = requested === recorded.asked || (requested ?? order.amount) === recorded.amount;
  if (!isSame) throw reused('amount');
  checkTime(recorded, asked);
  return recorded;
}

/** Like `matchingRefund`, for a refund whose order is not recorded yet. */
export function matchingPending(recorded: PendingRefund, requested: number, asked: Asked): PendingRefund {
  if (recorded.amount !== requested) throw reused('amount');
  checkTime(recorded, asked);
  return recorded;
}
