// Converts an order in another currency than the brand's. All money stays in the brand's currency.
import type { Brand } from '#lib/access/brands/schema.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { fromMinor, maxAmount } from '#lib/foundation/shared/money.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import type { Original } from '#lib/money/conversions/schema/original.ts';
import { convert } from '#lib/money/exchange-rates/rules/convert.ts';
import { amountOf, orderTotalOf } from './order-amounts.ts';

type Currency = Pick<Brand, 'currency'>;

/** `storedRate` is that of the day of the order. It is absent if the order needs none, or if none is stored. */
export type RatedOrder = ConversionInput & {
  readonly storedRate?: { readonly rate: string; readonly day: string } | undefined;
};

export const currencyOf = (order: Pick<ConversionInput, 'currency'>, brand: Currency): string =>
  order.currency ?? brand.currency;

/** Line items have their prices in this currency. */
export const currencyOfRecorded = ({
  original,
  currency,
}: Pick<Conversion, 'original' | 'currency'>): string => original?.currency ?? currency;

/** A lead or signup without any amount needs no rate. */
export const needsRate = (order: ConversionInput, brand: Currency): boolean =>
  currencyOf(order, brand) !== brand.currency &&
  ((order.kind ?? 'sale') === 'sale' || order.orderTotal !== undefined);

/** Returns the amounts of the order in its own currency. Throws a 400 for an amount that the currency does not have. */
const sentAmounts = (order: ConversionInput, brand: Currency) => {
  const currency = currencyOf(order, brand);
  return { amount: amountOf(order, { currency }), ...orderTotalOf(order, { currency }) };
};

/** Fingerprints contain the result. An order in the brand's currency means the same with and without `currency`. */
export const meaningOfMoney = (order: ConversionInput, brand: Currency) => ({
  ...sentAmounts(order, brand),
  ...(currencyOf(order, brand) !== brand.currency && { currency: order.currency }),
});

export function checkMoney(order: ConversionInput, brand: Currency): void {
  if (order.exchangeRate !== undefined && currencyOf(order, brand) === brand.currency)
    throw rateOfOwnCurrency(brand.currency);
  sentAmounts(order, brand);
}

export const rateOfOwnCurrency = (currency: string) =>
  invalidField(
    'exchangeRate',
    `Must be omitted, because the order is in ${currency}, the brand’s currency. Send \`currency\` for an order in another one`,
  );

const missingRate = (from: string, to: string) =>
  invalidField(
    'exchangeRate',
    `No rate from ${from} to ${to} is stored for the day of the order or the 7 days before: store a rate with PUT /v1/exchange-rates/${from}, or send \`exchangeRate\``,
    'exchange_rate_missing',
  );

function convertedAt(path: string, amount: number, { currency: from, exchangeRate }: Original, to: string) {
  const converted = convert(amount, { from, to, rate: exchangeRate });
  if (converted <= maxAmount) return converted;
  const limit = fromMinor(maxAmount, to).rawJSON;
  throw invalidField(path, `Must be at most ${limit} (${to}) after the conversion with ${exchangeRate}`);
}

/** Returns the amounts in the brand's currency. Each is rounded once. */
export const convertedAmounts = (original: Original, to: string) => ({
  amount: convertedAt('amount', original.amount, original, to),
  ...(original.orderTotal !== undefined && {
    orderTotal: convertedAt('orderTotal', original.orderTotal, original, to),
  }),
});

/** Returns the money of a new order. Throws a 400 if it needs a rate that nobody has sent or stored. */
export function moneyOf(order: RatedOrder, brand: Currency) {
  const sent = sentAmounts(order, brand);
  if (!needsRate(order, brand)) return sent;
  const { exchangeRate = order.storedRate?.rate } = order;
  const currency = currencyOf(order, brand);
  if (exchangeRate === undefined) throw missingRate(currency, brand.currency);
  const day = order.exchangeRate === undefined ? order.storedRate?.day : undefined;
  const original = {
    currency,
    ...sent,
    refundedAmount: 0,
    exchangeRate,
    ...(day !== undefined && { day }),
  };
  return { ...convertedAmounts(original, brand.currency), original };
}
