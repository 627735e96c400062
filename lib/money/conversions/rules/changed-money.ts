// Decides what a change of an order does to its money.
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { fromMinor, toMinor } from '#lib/foundation/shared/money.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionChanges } from '#lib/money/conversions/schema/order-changes.ts';
import type { Original } from '#lib/money/conversions/schema/original.ts';
import { remainingOf } from './amounts.ts';
import { orderTotalOf } from './order-amounts.ts';
import { convertedAmounts, currencyOfRecorded, rateOfOwnCurrency } from './original.ts';

type Changes = Pick<ConversionChanges, 'amount' | 'orderTotal' | 'exchangeRate'>;

interface TotalOf {
  readonly orderTotal?: number | undefined;
}

function belowRefunds(path: string, lowest: number, currency: string, reason: string) {
  const text = fromMinor(lowest, currency).rawJSON;
  const message = `\`${path}\` must ${reason} at least ${text} (${currency}), because this much is refunded`;
  const detail = { path, message: `Must ${reason} at least ${text}`, values: [text] };
  return conflict('amount_below_refunds', message, { details: [detail] });
}

/** Returns the amount in the currency of the order. */
function changedAmount(sent: number, before: Conversion): number {
  const currency = currencyOfRecorded(before);
  const changed = toMinor(sent, currency, 'amount');
  if (before.kind !== 'sale' && changed !== 0)
    throw invalidField('amount', `Must be 0 for a ${before.kind}: send the order as a \`sale\``);
  const { refundedAmount } = before.original ?? before;
  if (changed >= refundedAmount) return changed;
  throw belowRefunds('amount', refundedAmount, currency, 'be');
}

function withRate({ day, ...original }: Original, exchangeRate: string | undefined): Original {
  const isSame = exchangeRate === undefined || exchangeRate === original.exchangeRate;
  if (isSame) return { ...original, ...(day !== undefined && { day }) };
  return { ...original, exchangeRate };
}

/** Returns no field for an order without a total. Null removes the total. */
function changedTotal(sent: Changes['orderTotal'], { orderTotal }: TotalOf, currency: string): TotalOf {
  if (sent === undefined) return orderTotal === undefined ? {} : { orderTotal };
  return orderTotalOf({ orderTotal: sent ?? undefined }, { currency });
}

/**
 * Another rate converts the order again, but refunds keep their amounts in the brand's currency. An order of which nothing is left in
 * its own currency has the amount of its refunds, by any rate.
 */
export function changedMoney(before: Conversion, { amount, orderTotal, exchangeRate }: Changes) {
  if (before.original === undefined) {
    if (exchangeRate !== undefined) throw rateOfOwnCurrency(before.currency);
    return {
      amount: amount === undefined ? before.amount : changedAmount(amount, before),
      ...changedTotal(orderTotal, before, before.currency),
    };
  }
  const { orderTotal: total, ...kept } = before.original;
  const original = {
    ...withRate(kept, exchangeRate),
    ...changedTotal(orderTotal, { orderTotal: total }, kept.currency),
    amount: amount === undefined ? before.original.amount : changedAmount(amount, before),
  };
  const isRated = original.exchangeRate !== before.original.exchangeRate;
  const converted = convertedAmounts(original, before.currency);
  if (!isRated && original.amount === before.original.amount)
    return { ...converted, amount: before.amount, original };
  if (remainingOf(original) === 0) return { ...converted, amount: before.refundedAmount, original };
  if (converted.amount >= before.refundedAmount) return { ...converted, original };
  const path = exchangeRate === undefined ? 'amount' : 'exchangeRate';
  throw belowRefunds(path, before.refundedAmount, before.currency, 'convert the order to');
}

/** Nothing but its refunds is left of a canceled order. */
export const canceledMoney = ({ refundedAmount, original }: Conversion) => ({
  amount: refundedAmount,
  ...(original !== undefined && { original: { ...original, amount: original.refundedAmount } }),
});
