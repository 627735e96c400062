// Calculates what is left of an order, and whether it counts.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';

type Amounts = Pick<Conversion, 'kind' | 'amount' | 'refundedAmount' | 'canceledAt'>;

export const remainingOf = ({ amount, refundedAmount }: Pick<Amounts, 'amount' | 'refundedAmount'>): number =>
  amount - refundedAmount;

/** An order counts until it is canceled or refunded in full. A free order has nothing to refund. Leads and signups are no orders. */
export const ordersOf = ({ kind, amount, refundedAmount, canceledAt }: Amounts): 0 | 1 =>
  kind !== 'sale' || canceledAt !== null || (amount > 0 && refundedAmount === amount) ? 0 : 1;
