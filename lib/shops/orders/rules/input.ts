// Builds the input of the operations that correct recorded orders.
import type * as z from 'zod';
import { invalid } from '#lib/foundation/shared/errors.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { type ConversionInput, conversionInput } from '#lib/money/conversions/schema/order.ts';
import { type RefundInput, refundInput } from '#lib/money/conversions/schema/refund.ts';
import type { ShopOrder, ShopRefund } from '#lib/shops/adapters/adapter.ts';
import { codesOf, isReference } from './difference.ts';

export const decimalOf = (minor: number, currency: string): number =>
  Number(fromMinor(minor, currency).rawJSON);

function parse<Schema extends z.ZodType>(schema: Schema, value: object): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw invalid('The shop has sent an order that cannot be recorded', details);
}

export function orderInputOf(order: ShopOrder): ConversionInput {
  const { orderId, externalId, occurredAt, currency, orderTotal, items, clickId, trackingCode } = order;
  const { customerId, customerEmail, isNewCustomer } = order;
  const codes = codesOf(order);
  return parse(conversionInput, {
    orderId,
    amount: decimalOf(order.amount, currency),
    currency,
    occurredAt,
    ...(externalId !== undefined && { externalId }),
    ...(orderTotal !== undefined && { orderTotal: decimalOf(orderTotal, currency) }),
    ...(codes.length > 0 && { discountCodes: codes }),
    ...(isReference(clickId) && { clickId }),
    ...(isReference(trackingCode) && { trackingCode }),
    ...(customerId !== undefined && { customerId }),
    ...(customerEmail !== undefined && { customerEmail }),
    ...(isNewCustomer !== undefined && { isNewCustomer }),
    items: items.map(({ price, ...item }) => ({
      ...item,
      ...(price !== undefined && { price: decimalOf(price, currency) }),
    })),
  });
}

interface RefundContext {
  readonly currency: string;
  /** The refund is neither before the order nor in the future, whatever the clock of the shop says. */
  readonly from: string;
  readonly to: string;
}

export function refundInputOf(
  { refundId, amount, occurredAt, reason }: ShopRefund,
  { currency, from, to }: RefundContext,
): RefundInput {
  return parse(refundInput, {
    refundId,
    amount: decimalOf(amount, currency),
    currency,
    occurredAt: occurredAt < from ? from : occurredAt > to ? to : occurredAt,
    ...(reason !== undefined && reason.trim() !== '' && { reason: reason.slice(0, 500) }),
  });
}
