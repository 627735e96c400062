// Converts the amounts of an order to minor units. Throws a 400 for an amount that the currency does not have.
import type { Brand } from '#lib/access/brands/schema.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';

type Currency = Pick<Brand, 'currency'>;

export const amountOf = ({ amount = 0 }: ConversionInput, { currency }: Currency): number =>
  toMinor(amount, currency, 'amount');

/** Returns no field for an order that does not say what the customer paid. */
export const orderTotalOf = ({ orderTotal }: Pick<ConversionInput, 'orderTotal'>, { currency }: Currency) =>
  orderTotal === undefined ? {} : { orderTotal: toMinor(orderTotal, currency, 'orderTotal') };
