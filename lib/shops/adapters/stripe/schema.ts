// Defines the parts of Stripe's events that an order needs, in the versions of its API since 2022.
import * as z from 'zod';
import { currencyInput } from '#lib/foundation/shared/money.ts';
import { id, integer, listOf, optional, text } from '../message.ts';

/** Stripe sends a related object as its id, or as the object. */
const idOf = optional(z.union([id, z.object({ id }).transform((object) => object.id)]));

const seconds = z
  .string()
  .regex(/^\d{1,11}$/, 'Must be seconds since 1970')
  .transform((value) => new Date(Number(value) * 1000).toISOString());

const metadata = optional(z.record(z.string(), z.unknown())).transform((values) => values ?? {});

export const event = z.object({
  id,
  type: z.string(),
  created: seconds,
  livemode: z.boolean(),
  data: z.object({ object: z.unknown().optional() }),
});

/** The code that a customer entered is in the object of a promotion code. Many shops give the coupon the same id or name. */
const coupon = z.union([
  z.string().transform((code): readonly unknown[] => [code]),
  z
    .object({ id: z.unknown().optional(), name: z.unknown().optional() })
    .transform((object) => [object.name, object.id]),
]);
const promotionCode = z.object({ code: z.string() }).transform(({ code }) => code);
const discount = z
  .object({
    promotion_code: optional(promotionCode),
    coupon: optional(coupon),
    source: optional(z.object({ coupon: optional(coupon) })),
  })
  .transform(({ promotion_code, coupon, source }) =>
    promotion_code === undefined ? (coupon ?? source?.coupon ?? []) : [promotion_code],
  );
const discounts = optional(z.array(z.union([discount, z.string().transform(() => [])]))).transform((found) =>
  (found ?? []).flat(),
);

const items = optional(
  z.object({
    data: listOf(
      z.object({
        description: text,
        quantity: optional(integer),
        amount: optional(integer),
        amount_total: optional(integer),
        price: optional(z.object({ product: idOf })),
        pricing: optional(z.object({ price_details: optional(z.object({ product: idOf })) })),
      }),
    ),
  }),
).transform((found) => found?.data ?? []);
export type Line = z.output<typeof items>[number];

export const session = z.object({
  id,
  mode: z.string(),
  payment_status: text,
  currency: optional(currencyInput()),
  amount_total: optional(integer),
  total_details: optional(
    z.object({
      amount_tax: optional(integer),
      amount_shipping: optional(integer),
      breakdown: optional(z.object({ discounts: listOf(z.object({ discount })) })),
    }),
  ),
  discounts,
  invoice: idOf,
  payment_intent: idOf,
  customer: idOf,
  customer_details: optional(z.object({ email: text })),
  customer_email: text,
  client_reference_id: text,
  metadata,
  line_items: items,
});
export type Session = z.output<typeof session>;

const subscriptionDetails = optional(z.object({ metadata }));

export const invoice = z.object({
  id,
  number: text,
  created: seconds,
  currency: currencyInput(),
  total: integer,
  total_excluding_tax: optional(integer),
  tax: optional(integer),
  total_taxes: listOf(z.object({ amount: integer })),
  amount_due: integer,
  shipping_cost: optional(z.object({ amount_subtotal: integer, amount_total: integer })),
  status_transitions: optional(z.object({ paid_at: optional(seconds) })),
  customer: idOf,
  customer_email: text,
  metadata,
  parent: optional(z.object({ subscription_details: subscriptionDetails })),
  subscription_details: subscriptionDetails,
  discounts,
  lines: items,
  payment_intent: idOf,
  charge: idOf,
});
export type Invoice = z.output<typeof invoice>;

export const invoicePayment = z.object({
  invoice: idOf,
  payment: optional(z.object({ payment_intent: idOf, charge: idOf })),
});

const payment = { payment_intent: idOf, charge: idOf };

export const refund = z.object({
  ...{ id, amount: integer, currency: currencyInput(), created: seconds, status: text, reason: text },
  ...payment,
});
export type Refund = z.output<typeof refund>;

export const charge = z.object({
  invoice: idOf,
  refunds: optional(z.object({ data: z.array(refund) })),
});

export const dispute = z.object({
  ...{ id, amount: integer, currency: currencyInput(), created: seconds, status: z.string(), reason: text },
  ...payment,
});

export const creditNote = z.object({
  ...{ id, invoice: idOf, currency: currencyInput(), created: seconds, status: text, reason: text },
  out_of_band_amount: optional(integer),
});

export const customer = z.object({ id, email: text });
