// Payloads in the form of Shopify's documentation (https://shopify.dev/docs/api/admin-rest/latest/resources/order), reduced to what
// adapters need or must not use, such as presentment currencies. All people are invented.
import { longId, type Sent } from './messages.ts';

const money = (amount: string, currency_code = 'USD') => ({
  shop_money: { amount, currency_code },
  presentment_money: { amount, currency_code },
});

export type Line = { readonly id: number } & Readonly<Record<string, unknown>>;

export const line = (
  id: number,
  price: string,
  more: { quantity?: number; [field: string]: unknown } = {},
): Line => ({
  id,
  admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
  sku: `SKU-${id}`,
  product_id: 632910392,
  variant_id: 808950810,
  name: 'IPod Nano - 8gb',
  title: 'IPod Nano',
  quantity: 1,
  current_quantity: more.quantity ?? 1,
  price,
  price_set: money(price),
  gift_card: false,
  taxable: true,
  total_discount: '0.00',
  discount_allocations: [],
  tax_lines: [],
  properties: [],
  ...more,
});

export const tax = (price: string, rate = 0.19) => ({ title: 'VAT', price, rate, price_set: money(price) });

export const allocation = (amount: string) => ({
  amount,
  amount_set: money(amount),
  discount_application_index: 0,
});

export const paidBack = (amount: string) => ({
  id: 389404469,
  kind: 'refund',
  status: 'success',
  gateway: 'bogus',
  amount,
  currency: 'USD',
  test: false,
});

export const refundLine = (item: Line, subtotal: number, total_tax: number, more: object = {}) => ({
  id: 104689539,
  line_item_id: item.id,
  line_item: item,
  quantity: 1,
  restock_type: 'return',
  subtotal,
  subtotal_set: money(String(subtotal)),
  total_tax,
  ...more,
});

export const adjustment = (kind: string, amount: string, tax_amount = '0.00') => ({
  ...{ id: 4221763620, kind, amount, tax_amount, reason: 'Refund discrepancy' },
});

export const refund = (id: number, more: object = {}) => ({
  id,
  order_id: longId('820982911946154508'),
  created_at: '2026-03-10T12:00:00-05:00',
  processed_at: '2026-03-10T12:00:00-05:00',
  note: 'it broke during shipping',
  restock: true,
  refund_line_items: [],
  transactions: [paidBack('1.00')],
  order_adjustments: [],
  ...more,
});

export const order = (more: object = {}) => ({
  id: longId('820982911946154508'),
  admin_graphql_api_id: 'gid://shopify/Order/820982911946154508',
  name: '#1041',
  order_number: 1041,
  created_at: '2026-03-01T19:00:00-05:00',
  processed_at: '2026-03-01T19:00:00-05:00',
  updated_at: '2026-03-01T19:00:05-05:00',
  cancelled_at: null,
  cancel_reason: null,
  test: false,
  currency: 'USD',
  presentment_currency: 'USD',
  financial_status: 'paid',
  taxes_included: false,
  total_price: '110.00',
  current_total_price: '110.00',
  email: 'ada@example.com',
  contact_email: 'ada@example.com',
  customer: { id: 115310627314723950, email: 'ada@example.com', tags: '' },
  landing_site: null,
  note_attributes: [],
  discount_codes: [],
  discount_applications: [],
  line_items: [line(1, '100.00')],
  shipping_lines: [
    { id: 271878346, title: 'Standard', price: '10.00', discount_allocations: [], tax_lines: [] },
  ],
  refunds: [],
  ...more,
});

export const privacyRequest = {
  shop_id: 954889,
  shop_domain: 'acme.myshopify.com',
  customer: { id: 191167, email: 'ada@example.com', phone: '555-625-1199' },
  orders_requested: [299938, 280263],
};

export const message = (topic: string, payload: object, headers: Sent['headers'] = {}): Sent => ({
  headers: {
    'x-shopify-topic': topic,
    'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    'x-shopify-shop-domain': 'acme.myshopify.com',
    ...headers,
  },
  body: JSON.stringify(payload),
});
