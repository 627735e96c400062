// Calculates what is left of an order, and whether it counts.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';

type Amounts = Pick<Conversion, 'kind' | 'amount' | 'refundedAmount' | 'canceledAt'>;

export const remainingOf = ({ amount, refundedAmount }: Pick<Amounts, 'amount' | 'refundedAmount'>): number =>
  amount - refundedAmount;

/** A free order earns nothing, so it needs no commission that somebody approves. */
export const isFree = ({ kind, amount }: Pick<Amounts, 'kind' | 'amount'>): boolean =>
  kind === 'sale' && amount === 0;

/** Whether something is left of the order that can earn. */
export const canEarn = (order: Amounts): boolean =>
  order.kind === 'sale' ? remainingOf(order) > 0 : order.canceledAt === null;

/** An order counts until it is canceled or refunded in full. A free order has nothing to refund. Leads and signups are no orders. */
export const ordersOf = ({ kind, amount, refundedAmount, canceledAt }: Amounts): 0 | 1 =>
  kind !== 'sale' || canceledAt !== null || (amount > 0 && refundedAmount === amount) ? 0 : 1;
