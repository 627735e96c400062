// Reads an export of orders of WooCommerce (https://woocommerce.com/document/ordercustomer-csv-export/).
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';
import { referencesIn } from '#lib/shops/adapters/references.ts';
import { amountOf, type Cell, codesOf, currencyOf, given, orderIdOf, required, timeOf } from './cells.ts';
import type { Reader } from './reader.ts';

const states: Readonly<Record<string, ShopOrder['state']>> = {
  processing: 'paid',
  completed: 'paid',
  refunded: 'paid',
  cancelled: 'canceled',
  trash: 'canceled',
};

/** An order can become `refunded` without a refund, which the connector records as a cancellation. */
function stateOf(cell: Cell, refunded: number): ShopOrder['state'] {
  const status = required(cell, 'status', 'order_status').toLowerCase().replace(/^wc-/, '');
  if (status === 'refunded' && refunded === 0) return 'canceled';
  return (Object.hasOwn(states, status) ? states[status] : undefined) ?? 'open';
}

/** A cell of coupons is `ADA15`, or `code:ADA15|amount:5.00` for each coupon, separated by semicolons. */
const couponsOf = (text = ''): readonly string[] =>
  text.includes('code:')
    ? [...text.matchAll(/code:([^|;]+)/g)].map(([, code = '']) => code.trim())
    : codesOf(text);

export const woocommerce: Reader =
  ({ cellsOf, settings }) =>
  ([first]) => {
    const cell = cellsOf(first);
    const currency = currencyOf(required(cell, 'order_currency', 'currency'));
    const amount = (...names: readonly string[]) => amountOf(cell(...names), currency);
    const total = amountOf(required(cell, 'order_total', 'total'), currency);
    const shipping = settings.includeShipping ? 0 : amount('shipping_total', 'order_shipping');
    const tax = settings.includeTax ? 0 : amount('tax_total', 'order_tax', 'total_tax');
    const refunded = Math.abs(amount('refunded_total', 'total_refunded'));
    const { clickId = 'clickId', trackingCode = 'trackingCode' } = settings.attributeNames ?? {};
    const meta = (name: string) => cell(name, `meta:${name}`, `_${name}`);
    const customerId = cell('customer_id', 'customer_user');
    return {
      orderId: orderIdOf(required(cell, 'order_id')),
      state: stateOf(cell, refunded),
      occurredAt: timeOf(required(cell, 'date', 'order_date', 'date_created')),
      currency,
      amount: Math.max(0, total - shipping - tax),
      orderTotal: total,
      refunded,
      isByTotal: true,
      isTest: false,
      discountCodes: couponsOf(cell('coupon_items', 'coupons', 'coupon_codes', 'coupon_code')),
      ...referencesIn({ [clickId]: meta(clickId), [trackingCode]: meta(trackingCode) }, settings),
      // 0 is a guest.
      ...given({ customerId: customerId === '0' ? undefined : customerId }),
      ...given({
        externalId: cell('order_number', 'order_number_formatted'),
        customerEmail: cell('billing_email', 'customer_email'),
      }),
    };
  };
