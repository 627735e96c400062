// Reads an order of WooCommerce.
import type { AdapterSettings, ShopItem, ShopOrder, ShopRefund } from '../adapter.ts';
import { limited, minorOf, shareOf, sumOf } from '../amounts.ts';
import { codesIn, referencesIn, referencesOfLanding } from '../references.ts';
import type { Order } from './schema.ts';

/** A failed or waiting payment can still succeed, and unknown states of plugins are not paid. */
const states: Readonly<Record<string, ShopOrder['state']>> = {
  processing: 'paid',
  completed: 'paid',
  refunded: 'paid',
  cancelled: 'canceled',
  trash: 'canceled',
};

function stateOf({ status, refunds }: Order): ShopOrder['state'] {
  if (status === 'refunded' && refunds.length === 0) return 'canceled';
  return Object.hasOwn(states, status) ? (states[status] ?? 'open') : 'open';
}

function amountOf({ line_items, shipping_lines, currency }: Order, settings: AdapterSettings): number {
  const lines = [...line_items, ...(settings.includeShipping ? shipping_lines : [])];
  return sumOf(
    lines,
    ({ total, total_tax }) =>
      minorOf(total, currency) + (settings.includeTax ? minorOf(total_tax, currency) : 0),
  );
}

/** Each refund is the difference of two rounded sums, so that refunds of the total add up to the amount. */
function refundsOf({ refunds, currency, date_modified_gmt }: Order, order: Totals): readonly ShopRefund[] {
  let total = 0;
  return refunds
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map(({ id, reason, total: returned }) => {
      const before = shareOf(total, order);
      total += Math.abs(minorOf(returned, currency));
      return {
        refundId: id,
        amount: shareOf(total, order) - before,
        occurredAt: date_modified_gmt,
        ...(reason !== undefined && { reason }),
      };
    });
}
type Totals = Pick<ShopOrder, 'amount' | 'orderTotal'>;

const shopItem = (
  { sku, product_id, name, quantity, price }: Order['line_items'][number],
  currency: string,
): ShopItem => ({
  ...(sku !== undefined && { sku }),
  ...(product_id !== undefined && { productId: product_id }),
  ...(name !== undefined && { name: name.slice(0, 200) }),
  quantity,
  ...(price !== undefined && { price: minorOf(price, currency) }),
});

/** WooCommerce itself stores the address on which the customer arrived. */
function referencesOf({ meta_data }: Order, settings: AdapterSettings) {
  const meta = Object.fromEntries(meta_data.map(({ key, value }) => [key, value]));
  const landing = meta._wc_order_attribution_session_entry;
  const ofLanding = typeof landing === 'string' ? referencesOfLanding(landing, settings) : {};
  return { ...ofLanding, ...referencesIn(meta, settings) };
}

export function shopOrder(order: Order, settings: AdapterSettings): ShopOrder {
  const { currency, number, customer_id, billing, line_items } = order;
  const totals = {
    amount: Math.max(0, amountOf(order, settings)),
    orderTotal: Math.max(0, minorOf(order.total, currency)),
  };
  return {
    orderId: order.id,
    ...(number !== undefined && { externalId: number }),
    changedAt: order.date_modified_gmt,
    state: stateOf(order),
    occurredAt: order.date_created_gmt,
    currency,
    ...totals,
    discountCodes: codesIn(order.coupon_lines.map(({ code }) => code)),
    ...referencesOf(order, settings),
    // 0 is a guest.
    ...(customer_id !== undefined && customer_id !== '0' && { customerId: customer_id }),
    ...(billing?.email !== undefined && { customerEmail: billing.email }),
    items: line_items.filter(({ quantity }) => quantity > 0).map((line) => shopItem(line, currency)),
    refunds: limited(refundsOf(order, totals), totals.amount),
    isTest: false,
  };
}
