// Decides what a change of an order does to its money.
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { fromMinor, toMinor } from '#lib/foundation/shared/money.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionChanges } from '#lib/money/conversions/schema/order-changes.ts';
import type { Original } from '#lib/money/conversions/schema/original.ts';
import { remainingOf } from './amounts.ts';
import { convertedAmounts, currencyOfRecorded, rateOfOwnCurrency } from './original.ts';

type Changes = Pick<ConversionChanges, 'amount' | 'exchangeRate'>;

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

/**
 * Another rate converts the order again, but refunds keep their amounts in the brand's currency. An order of which nothing is left in
 * its own currency has the amount of its refunds, whose sum can differ by roundings.
 */
export function changedMoney(before: Conversion, { amount, exchangeRate }: Changes) {
  if (before.original === undefined) {
    if (exchangeRate !== undefined) throw rateOfOwnCurrency(before.currency);
    return { amount: amount === undefined ? before.amount : changedAmount(amount, before) };
  }
  const original = {
    ...withRate(before.original, exchangeRate),
    amount: amount === undefined ? before.original.amount : changedAmount(amount, before),
  };
  const isRated = original.exchangeRate !== before.original.exchangeRate;
  if (!isRated && original.amount === before.original.amount) return { original };
  const converted = convertedAmounts(original, before.currency);
  if (!isRated && remainingOf(original) === 0)
    return { ...converted, amount: before.refundedAmount, original };
  if (converted.amount >= before.refundedAmount) return { ...converted, original };
  const path = exchangeRate === undefined ? 'amount' : 'exchangeRate';
  throw belowRefunds(path, before.refundedAmount, before.currency, 'convert the order to');
}

/** Nothing but its refunds is left of a canceled order. */
export const canceledMoney = ({ refundedAmount, original }: Conversion) => ({
  amount: refundedAmount,
  ...(original !== undefined && { original: { ...original, amount: original.refundedAmount } }),
});
