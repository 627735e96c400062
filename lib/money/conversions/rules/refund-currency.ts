// Decides what a refund takes from an order, whose own currency can be another than the brand's.
import { invalidField } from '#lib/foundation/shared/errors.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { PendingRefund, Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import { convert, convertBack } from '#lib/money/exchange-rates/rules/convert.ts';
import { remainingOf } from './amounts.ts';
import { currencyOfRecorded } from './original.ts';

type Order = Pick<Conversion, 'amount' | 'refundedAmount' | 'currency' | 'original'>;

/** `amount` is in the brand's currency, `original` in that of an order in another one. Both are in minor units. */
export interface Taken {
  readonly amount: number;
  readonly original?: Refund['original'];
}

const isOf = (currency: string, order: Order): boolean =>
  currency === order.currency || currency === order.original?.currency;

/** Throws a 400 if a refund names neither the currency of its order nor the brand's. */
export function checkRefundCurrency(currency: string, order: Order): void {
  if (isOf(currency, order)) return;
  const { original, currency: own } = order;
  const allowed =
    original === undefined
      ? `${own}, the currency of the order`
      : `${original.currency}, the currency of the order, or ${own}, the brand’s`;
  throw invalidField('currency', `Must be ${allowed}`);
}

/** Returns the amount of an order in one of its two currencies, and what of it is not refunded. */
export function amountsIn(currency: string, order: Order) {
  const { amount, refundedAmount } = currency === order.original?.currency ? order.original : order;
  return { amount, refundedAmount, left: amount - refundedAmount };
}

/**
 * Returns what a refund takes of what is left. A refund of all that is left in one currency takes the rest in both, so the refunds of an order
 * add up to its amount exactly. Null takes everything.
 */
export function takenBy(wanted: number | null, currency: string, order: Order): Taken {
  const [rest, { left }] = [remainingOf(order), amountsIn(currency, order)];
  const { original } = order;
  if (original === undefined) return { amount: Math.min(wanted ?? rest, rest) };
  const taken = (amount: number, own: number): Taken => ({
    amount: Math.min(amount, rest),
    original: { currency: original.currency, amount: Math.min(own, remainingOf(original)) },
  });
  if (wanted === null || wanted >= left) return taken(rest, remainingOf(original));
  const conversion = { from: original.currency, to: order.currency, rate: original.exchangeRate };
  return currency === original.currency
    ? taken(convert(wanted, conversion), wanted)
    : taken(wanted, convertBack(wanted, conversion));
}

/** A refund that waited for its order, and names a currency that the order does not have, takes nothing. */
export const takenByPending = ({ amount, currency }: PendingRefund, order: Order): Taken =>
  isOf(currency, order) ? takenBy(amount, currency, order) : { amount: 0 };

/** Adds a refund to the order, or takes it back with `sign` -1. */
export function withRefund<Refunded extends Order>(
  order: Refunded,
  { amount, original }: Taken,
  sign: 1 | -1 = 1,
): Refunded {
  const { refundedAmount } = order;
  return {
    ...order,
    refundedAmount: refundedAmount + sign * amount,
    ...(order.original !== undefined && {
      original: {
        ...order.original,
        refundedAmount: order.original.refundedAmount + sign * (original?.amount ?? 0),
      },
    }),
  };
}

/** Refunds omit the brand's currency. */
export const askedCurrencyField = (asked: string, { currency }: Pick<Order, 'currency'>) =>
  asked === currency ? {} : { askedCurrency: asked };

export const askedCurrencyOf = ({ askedCurrency, currency }: Refund): string => askedCurrency ?? currency;

/** A request that names no currency has that of the repeated refund, or of the order. */
export const defaultCurrency = (existing: Refund | undefined, order: Order): string =>
  existing === undefined ? currencyOfRecorded(order) : askedCurrencyOf(existing);

/** The refund names a currency that its order does not have, so it waited for nothing. */
export const isUnapplied = ({ askedCurrency, original }: Refund): boolean =>
  askedCurrency !== undefined && original === undefined;
