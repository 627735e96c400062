// Reads an order of Shopify.
import { multiplyRounded } from '#lib/foundation/shared/money.ts';
import type { AdapterSettings, ShopOrder } from '../adapter.ts';
import { minorOf, sumOf, taxed } from '../amounts.ts';
import { codesIn, referencesIn, referencesOfLanding } from '../references.ts';
import { isCommissionable, shopItem } from './items.ts';
import { refundsOf, type Terms } from './refunds.ts';
import type { LineItem, Order } from './schema.ts';

type Priced = Pick<LineItem, 'price' | 'discount_allocations' | 'tax_lines'>;

function netOf({ price, discount_allocations, tax_lines }: Priced, quantity: number, terms: Terms): number {
  const minor = (value: string) => minorOf(value, terms.currency);
  const discount = sumOf(discount_allocations, ({ amount }) => minor(amount));
  const tax = sumOf(tax_lines, (line) => minor(line.price));
  return taxed(minor(price) * quantity - discount, tax, terms);
}

/** Edits that removed items are refunds without money, or reduce only the current quantity. */
function netOfLine(line: LineItem, { refunds }: Order, terms: Terms): number {
  const net = netOf(line, line.quantity, terms);
  const refunded = sumOf(
    refunds.flatMap(({ refund_line_items }) => refund_line_items),
    ({ line_item_id, quantity }) => (line_item_id === line.id ? quantity : 0),
  );
  const removed = line.quantity - (line.current_quantity ?? line.quantity) - refunded;
  return removed <= 0 ? net : net - multiplyRounded(net, removed, line.quantity);
}

function stateOf({ cancelled_at, financial_status = '' }: Order): ShopOrder['state'] {
  if (cancelled_at !== undefined || financial_status === 'voided') return 'canceled';
  return ['paid', 'partially_refunded', 'refunded'].includes(financial_status) ? 'paid' : 'open';
}

function customerOf({ customer, email, contact_email }: Order) {
  const customerEmail = email ?? contact_email ?? customer?.email;
  return {
    ...(customer?.id !== undefined && { customerId: customer.id }),
    ...(customerEmail !== undefined && { customerEmail }),
  };
}

/** Codes of automatic discounts are none that a customer entered. */
const codesOf = ({ discount_codes, discount_applications }: Order) => {
  const entered = discount_applications.filter(({ type }) => type === 'discount_code');
  return codesIn([...discount_codes, ...entered].map(({ code }) => code));
};

export function shopOrder(
  order: Order,
  triggeredAt: string | undefined,
  settings: AdapterSettings,
): ShopOrder {
  const { currency, updated_at, note_attributes } = order;
  const terms: Terms = { ...settings, currency, taxesIncluded: order.taxes_included ?? false };
  const lines = order.line_items.filter((line) => line.quantity > 0 && isCommissionable(line));
  const shipping = settings.includeShipping
    ? sumOf(order.shipping_lines, (line) => netOf(line, 1, terms))
    : 0;
  const amount = sumOf(lines, (line) => netOfLine(line, order, terms)) + shipping;
  return {
    orderId: order.id,
    ...(order.name !== undefined && { externalId: order.name }),
    // `updated_at` has no fractions of a second, so several changes can share it.
    changedAt: triggeredAt !== undefined && triggeredAt > updated_at ? triggeredAt : updated_at,
    state: stateOf(order),
    occurredAt: order.processed_at ?? order.created_at,
    currency,
    ...refundsOf(order, Math.max(0, amount), terms),
    orderTotal: minorOf(order.total_price, currency),
    discountCodes: codesOf(order),
    ...referencesOfLanding(order.landing_site, settings),
    ...referencesIn(Object.fromEntries(note_attributes.map(({ name, value }) => [name, value])), settings),
    ...customerOf(order),
    items: lines.map((line) => shopItem(line, currency)),
    isTest: order.test ?? false,
  };
}
