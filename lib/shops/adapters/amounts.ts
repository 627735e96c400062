// Calculates amounts of orders in minor units.
import * as z from 'zod';
import { divideRounded, minorDigits, multiplyRounded } from '#lib/foundation/shared/money.ts';
import { sum } from '#lib/foundation/shared/sum.ts';
import type { ShopOrder, ShopRefund } from './adapter.ts';

export const decimal = z.string().regex(/^-?\d{1,12}(\.\d{1,20})?$/, 'Must be a decimal number');
export const decimalOrZero = decimal.nullish().transform((value) => value ?? '0');

/** Shops may calculate with more decimals than their currency has. */
export function minorOf(value: string, currency: string): number {
  const [whole = '', fraction = ''] = value.split('.');
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(minorDigits(currency));
  return divideRounded(scaled, 10n ** BigInt(fraction.length));
}

interface Taxes {
  readonly taxesIncluded: boolean;
  readonly includeTax?: boolean | undefined;
}

/** Adds the tax to an amount or removes it, as the brand wants. */
export function taxed(amount: number, tax: number, { taxesIncluded, includeTax = false }: Taxes): number {
  if (taxesIncluded === includeTax) return amount;
  return includeTax ? amount + tax : amount - tax;
}

/** Converts a part of the total to the share of it that counts. A refund of everything counts completely. */
export const shareOf = (
  part: number,
  { amount, orderTotal = amount }: Pick<ShopOrder, 'amount' | 'orderTotal'>,
) => (orderTotal <= 0 ? 0 : Math.min(amount, multiplyRounded(amount, part, orderTotal)));

/** Limits the refunds to the amount of the order, because a refund of tax and shipping can exceed it. Drops those of nothing. */
export function limited(refunds: readonly ShopRefund[], amount: number): readonly ShopRefund[] {
  let left = amount;
  return refunds.flatMap((refund) => {
    const taken = Math.min(refund.amount, left);
    if (taken <= 0) return [];
    left -= taken;
    return [{ ...refund, amount: taken }];
  });
}

export const sumOf = <Item>(items: readonly Item[], amountOf: (item: Item) => number): number =>
  sum(items.map(amountOf));
