// Calculates the amount and the time of a refund, and compares a repeated refund with the recorded one.

import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { RefundInput } from '#lib/money/conversions/schema/refund.ts';
import type { PendingRefund, Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import { remainingOf } from './amounts.ts';
import { clockSkewMilliseconds } from './attribution.ts';
import { amountsIn, askedCurrencyOf, checkRefundCurrency, type Taken, takenBy } from './refund-currency.ts';

/** The reason of a commission that a refund changes. */
export const refundReason = 'The order was refunded';

/** A refund in minor units of the currency that it names. Without an amount, it takes everything that is left. */
export interface Wanted {
  readonly amount: number | null;
  readonly currency: string;
}

/** Throws a 409 if nothing remains, or less than requested. */
export function refundAmount({ amount: requested, currency }: Wanted, order: Conversion): Taken {
  checkRefundCurrency(currency, order);
  const { amount, refundedAmount, left } = amountsIn(currency, order);
  if (left + remainingOf(order) === 0) {
    const message =
      amount === 0 ? 'The order is free, so nothing can be refunded' : 'The order is already fully refunded';
    throw conflict('order_fully_refunded', message);
  }
  if ((requested ?? left) > left) {
    const most = fromMinor(left, currency).rawJSON;
    const reason =
      refundedAmount === 0 ? 'the amount of the order' : 'because the rest of the order is already refunded';
    throw conflict('refund_too_large', `\`amount\` must be at most ${most} (${currency}), ${reason}`, {
      details: [{ path: 'amount', message: `Must be at most ${most}`, values: [most] }],
    });
  }
  return takenBy(requested, currency, order);
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
  { amount, currency }: Wanted,
  asked: Asked,
  order: Conversion,
): Refund {
  const isSame = amount === recorded.asked && currency === askedCurrencyOf(recorded);
  const { amount: taken } = currency === recorded.original?.currency ? recorded.original : recorded;
  if (!isSame && (amount ?? amountsIn(currency, order).amount) !== taken) throw reused('amount');
  checkTime(recorded, asked);
  return recorded;
}

/** Like `matchingRefund`, for a refund whose order is not recorded yet. */
export function matchingPending(
  recorded: PendingRefund,
  { amount, currency }: Wanted,
  asked: Asked,
): PendingRefund {
  if (recorded.amount !== amount || recorded.currency !== currency) throw reused('amount');
  checkTime(recorded, asked);
  return recorded;
}
