// Presents the amounts of orders and refunds in their own currency.
import type * as z from 'zod';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { isUnapplied } from '#lib/money/conversions/rules/refund-currency.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { originalAnswer } from '#lib/money/conversions/schema/original.ts';
import type { Refund } from '#lib/money/conversions/schema/stored-refund.ts';

export function presentOriginal({
  original,
}: Pick<Conversion, 'original'>): z.input<ReturnType<typeof originalAnswer>> {
  if (original === undefined) return null;
  const { currency, amount, refundedAmount, orderTotal, exchangeRate, day } = original;
  return {
    currency,
    amount: fromMinor(amount, currency),
    refundedAmount: fromMinor(refundedAmount, currency),
    orderTotal: orderTotal === undefined ? null : fromMinor(orderTotal, currency),
    exchangeRate,
    source: day === undefined ? 'request' : 'stored',
    day: day ?? null,
  };
}

/** The amount of the request can be in the currency of the order, or in the brand's. */
export function presentRequest(refund: Refund) {
  const { original, asked, currency, askedCurrency = currency } = refund;
  const taken = askedCurrency === original?.currency ? original.amount : refund.amount;
  return {
    requestedAmount: fromMinor(asked ?? taken, askedCurrency),
    requestedCurrency: askedCurrency,
    original: original === undefined ? null : presentOriginalRefund(original),
  };
}

const presentOriginalRefund = ({ currency, amount }: NonNullable<Refund['original']>) => ({
  currency,
  amount: fromMinor(amount, currency),
});

export function refundStatus(refund: Refund): 'applied' | 'unapplied' | 'reversed' {
  if (refund.reversedAt !== null) return 'reversed';
  return isUnapplied(refund) ? 'unapplied' : 'applied';
}
