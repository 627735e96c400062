// Calculates what is left of an order, and whether it counts.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';

type Amounts = Pick<Conversion, 'kind' | 'isTest' | 'amount' | 'refundedAmount' | 'canceledAt'>;

export const remainingOf = ({ amount, refundedAmount }: Pick<Amounts, 'amount' | 'refundedAmount'>): number =>
  amount - refundedAmount;

/** The amount of an order in sums. A test is in none. */
export const countedAmountOf = ({ isTest, amount }: Pick<Amounts, 'isTest' | 'amount'>): number =>
  isTest ? 0 : amount;

/** A free order earns nothing, so it needs no commission that somebody approves. A test has none either. */
export const isFree = ({ kind, isTest, amount }: Pick<Amounts, 'kind' | 'isTest' | 'amount'>): boolean =>
  isTest === true || (kind === 'sale' && amount === 0);

/** An order counts until it is canceled or refunded in full. A free order has nothing to refund. Leads, signups and tests are no orders. */
export const ordersOf = ({ kind, isTest, amount, refundedAmount, canceledAt }: Amounts): 0 | 1 =>
  kind !== 'sale' || isTest || canceledAt !== null || (amount > 0 && refundedAmount === amount) ? 0 : 1;
