// Defines the parts of Shopify's messages that an order needs. Their plain amounts are in the currency of the shop, which counts.
import * as z from 'zod';
import { currencyInput } from '#lib/foundation/shared/money.ts';
import { decimal, decimalOrZero } from '../amounts.ts';
import { id, instant, integer, listOf, optional, text } from '../message.ts';

const taxLines = listOf(z.object({ price: decimal, rate: optional(z.string()) }));
const discounts = listOf(z.object({ amount: decimal }));
const shopMoney = optional(z.object({ shop_money: z.object({ amount: decimal }) }));
const truth = optional(z.boolean());

const lineItem = z.object({
  id,
  sku: text,
  product_id: optional(id),
  name: text,
  quantity: integer,
  current_quantity: optional(integer),
  price: decimal,
  gift_card: truth,
  /** Present only on tips. */
  tip: z.unknown().optional(),
  discount_allocations: discounts,
  tax_lines: taxLines,
});
export type LineItem = z.output<typeof lineItem>;

const shippingLine = z.object({
  price: decimal,
  discount_allocations: discounts,
  tax_lines: taxLines,
});

export const refund = z.object({
  id,
  created_at: instant,
  note: text,
  refund_line_items: listOf(
    z.object({
      line_item_id: id,
      quantity: integer,
      subtotal: decimal,
      subtotal_set: optional(z.object({ shop_money: z.object({ currency_code: currencyInput() }) })),
      total_tax: decimalOrZero,
      line_item: lineItem,
    }),
  ),
  transactions: listOf(z.object({ kind: text, status: text, test: truth })),
  /** The difference between the items and the money that was returned. Less money is positive. */
  order_adjustments: listOf(z.object({ kind: text, amount: decimal, tax_amount: decimalOrZero })),
  /** Since version 2024-10, refunds of shipping are here instead of in the adjustments. */
  refund_shipping_lines: listOf(z.object({ subtotal_amount_set: shopMoney, tax_amount_set: shopMoney })),
});
export type Refund = z.output<typeof refund>;

/** A refund of its own names its order. */
export const refundMessage = refund.extend({ order_id: id });

const customer = optional(z.object({ id: optional(id), email: text }));

export const order = z.object({
  id,
  name: text,
  created_at: instant,
  processed_at: optional(instant),
  updated_at: instant,
  cancelled_at: optional(instant),
  financial_status: text,
  test: truth,
  currency: currencyInput(),
  taxes_included: truth,
  total_price: decimal,
  line_items: listOf(lineItem),
  shipping_lines: listOf(shippingLine),
  refunds: listOf(refund),
  discount_codes: listOf(z.object({ code: z.unknown().optional() })),
  discount_applications: listOf(z.object({ type: text, code: z.unknown().optional() })),
  note_attributes: listOf(z.object({ name: z.string(), value: z.unknown().optional() })),
  landing_site: text,
  email: text,
  contact_email: text,
  customer,
});
export type Order = z.output<typeof order>;

/** A deleted order has only an id. */
export const deleted = z.object({ id });

export const privacyRequest = z.object({ customer });
