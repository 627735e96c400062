// Calculates the refunds of Shopify.
import type { AdapterSettings, ShopRefund } from '../adapter.ts';
import { limited, minorOf, sumOf, taxed } from '../amounts.ts';
import { isCommissionable } from './items.ts';
import type { Order, Refund } from './schema.ts';

/** The settings by which the amounts of an order are calculated. */
export interface Terms extends AdapterSettings {
  readonly currency: string;
  readonly taxesIncluded: boolean;
}

/** A removal of items by an edit is a refund without a transaction, because no money has been returned yet. */
export const returnsMoney = ({ transactions }: Refund): boolean =>
  transactions.some(
    ({ kind, status }) => kind === 'refund' && (status === 'success' || status === 'pending'),
  );

const itemsOf = ({ refund_line_items }: Refund, terms: Terms): number =>
  sumOf(
    refund_line_items.filter(({ line_item }) => isCommissionable(line_item)),
    ({ subtotal, total_tax }) =>
      taxed(minorOf(subtotal, terms.currency), minorOf(total_tax, terms.currency), terms),
  );

/** The amounts of adjustments exclude their tax. */
function adjustmentsOf({ order_adjustments }: Refund, ofShipping: boolean, terms: Terms): number {
  const adjustments = order_adjustments.filter(({ kind }) => (kind === 'shipping_refund') === ofShipping);
  return sumOf(adjustments, ({ amount, tax_amount }) =>
    taxed(minorOf(amount, terms.currency), minorOf(tax_amount, terms.currency), {
      ...terms,
      taxesIncluded: false,
    }),
  );
}

function shippingOf(refund: Refund, terms: Terms): number {
  if (terms.includeShipping !== true) return 0;
  const minor = (set: Refund['refund_shipping_lines'][number]['tax_amount_set']) =>
    minorOf(set?.shop_money.amount ?? '0', terms.currency);
  const lines = sumOf(refund.refund_shipping_lines, ({ subtotal_amount_set, tax_amount_set }) =>
    taxed(minor(subtotal_amount_set), minor(tax_amount_set), terms),
  );
  return lines - adjustmentsOf(refund, true, terms);
}

const amountOf = (refund: Refund, terms: Terms): number =>
  itemsOf(refund, terms) - adjustmentsOf(refund, false, terms) + shippingOf(refund, terms);

export const shopRefund = (refund: Refund, terms: Terms): ShopRefund => ({
  refundId: refund.id,
  amount: amountOf(refund, terms),
  occurredAt: refund.created_at,
  ...(refund.note !== undefined && { reason: refund.note }),
});

/**
 * Separates removals by edits, which reduce the amount of the order, from refunds. A removal from a paid order has an adjustment of the
 * money that is owed, and money that is returned without items first settles it.
 */
export function refundsOf({ refunds }: Order, amount: number, terms: Terms) {
  let removed = 0;
  let unsettled = 0;
  const returned: ShopRefund[] = [];
  for (const refund of refunds.toSorted((one, other) => one.created_at.localeCompare(other.created_at))) {
    if (!returnsMoney(refund)) {
      removed += itemsOf(refund, terms);
      unsettled += Math.max(0, adjustmentsOf(refund, false, terms));
      continue;
    }
    const found = shopRefund(refund, terms);
    const settled = refund.refund_line_items.length > 0 ? 0 : Math.min(unsettled, Math.max(0, found.amount));
    unsettled -= settled;
    returned.push({ ...found, amount: found.amount - settled });
  }
  return { amount: Math.max(0, amount - removed), refunds: limited(returned, amount - removed) };
}

/** A message of a refund does not say whether prices include tax, but the tax of its items is closer to one of the two rates. */
export function guessTaxesIncluded({ refund_line_items }: Refund, currency: string): boolean {
  const taxedItems = refund_line_items.filter(({ line_item }) => line_item.tax_lines.length > 0);
  const deviation = (taxOf: (subtotal: number, rate: number) => number): number =>
    sumOf(taxedItems, ({ subtotal, total_tax, line_item }) => {
      const rate = sumOf(line_item.tax_lines, (line) => Number(line.rate ?? 0));
      return Math.abs(taxOf(minorOf(subtotal, currency), rate) - minorOf(total_tax, currency));
    });
  return (
    deviation((subtotal, rate) => (subtotal * rate) / (1 + rate)) <
    deviation((subtotal, rate) => subtotal * rate)
  );
}
