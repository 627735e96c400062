// Payloads in the form of WooCommerce's documentation (https://woocommerce.github.io/woocommerce-rest-api-docs/#orders), reduced to
// what adapters need. All people are invented.
import type { Sent } from './messages.ts';

export const line = (total: string, more: object = {}) => ({
  id: 315,
  name: 'Woo Single #1',
  product_id: 93,
  variation_id: 0,
  quantity: 1,
  tax_class: '',
  subtotal: total,
  subtotal_tax: '0.00',
  total,
  total_tax: '0.00',
  taxes: [],
  meta_data: [],
  sku: 'WOO-1',
  price: Number(total),
  ...more,
});

export const order = (more: object = {}) => ({
  id: 727,
  parent_id: 0,
  number: '727',
  order_key: 'wc_order_58d2d042d1d',
  created_via: 'checkout',
  status: 'processing',
  currency: 'EUR',
  date_created: '2026-03-01T13:00:00',
  date_created_gmt: '2026-03-01T12:00:00',
  date_modified: '2026-03-01T13:00:08',
  date_modified_gmt: '2026-03-01T12:00:08',
  date_paid_gmt: '2026-03-01T12:00:08',
  discount_total: '0.00',
  shipping_total: '5.00',
  shipping_tax: '0.95',
  total: '124.95',
  total_tax: '19.95',
  prices_include_tax: false,
  customer_id: 26,
  billing: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '(555) 555-5555' },
  meta_data: [],
  line_items: [line('100.00', { total_tax: '19.00' })],
  tax_lines: [],
  shipping_lines: [{ id: 317, method_id: 'flat_rate', total: '5.00', total_tax: '0.95', taxes: [] }],
  fee_lines: [],
  coupon_lines: [],
  refunds: [],
  ...more,
});

export const refund = (id: number, total: string, reason = '') => ({ id, reason, total });

export const message = (topic: string, payload: object): Sent => ({
  headers: {
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-delivery-id': '02cab2a9a1b3c4d5',
    'x-wc-webhook-source': 'https://acme.test/',
  },
  body: JSON.stringify(payload),
});
