// Defines the parts of WooCommerce's messages that an order needs (REST API v3).
import * as z from 'zod';
import { currencyInput } from '#lib/foundation/shared/money.ts';
import { decimal, decimalOrZero } from '../amounts.ts';
import { id, instant, integer, listOf, optional, text } from '../message.ts';

/** Times in UTC have no offset. */
const gmt = z
  .string()
  .transform((value) => `${value}Z`)
  .pipe(instant);

/** The total of a line is after coupons, and without tax. */
const line = { total: decimal, total_tax: decimalOrZero };

export const order = z.object({
  id,
  number: text,
  status: z.string(),
  currency: currencyInput(),
  date_created_gmt: gmt,
  date_modified_gmt: gmt,
  total: decimal,
  customer_id: optional(id),
  billing: optional(z.object({ email: text })),
  line_items: listOf(
    z.object({
      ...{ ...line, name: text, sku: text, product_id: optional(id), quantity: integer },
      price: optional(decimal),
    }),
  ),
  shipping_lines: listOf(z.object(line)),
  coupon_lines: listOf(z.object({ code: z.unknown().optional() })),
  meta_data: listOf(z.object({ key: z.string(), value: z.unknown().optional() })),
  /** The totals are negative, and contain tax and shipping. */
  refunds: listOf(z.object({ id, reason: text, total: decimal })),
});
export type Order = z.output<typeof order>;

export const deleted = z.object({ id });

/** A shop sends this instead of the order if the owner of the webhook may not read orders. */
export const failure = z.object({ code: text, message: text });
