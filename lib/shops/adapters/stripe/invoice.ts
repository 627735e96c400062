// Reads a paid invoice of Stripe.
import { multiplyRounded } from '#lib/foundation/shared/money.ts';
import type { AdapterSettings, Reading, ShopOrder } from '../adapter.ts';
import { sumOf } from '../amounts.ts';
import { codesIn, referencesIn } from '../references.ts';
import { minorOfStripe } from './amounts.ts';
import { itemsOf } from './items.ts';
import type { Invoice } from './schema.ts';
import type { Context } from './session.ts';

/** An invoice does not change after it is paid, and its checkout session has more references. So every session counts as newer. */
const oldestVersion = new Date(0).toISOString();

function netOf(invoice: Invoice, { includeTax, includeShipping }: AdapterSettings): number {
  const { total, tax, total_taxes, shipping_cost } = invoice;
  const taxes = tax ?? sumOf(total_taxes, ({ amount }) => amount);
  const net = includeTax ? total : (invoice.total_excluding_tax ?? total - taxes);
  const { amount_subtotal = 0, amount_total = 0 } = shipping_cost ?? {};
  return includeShipping ? net : net - (includeTax ? amount_total : amount_subtotal);
}

/** Money alone counts: the part that a credit of the customer pays was paid, or reduced, before. */
function amountOf(invoice: Invoice, settings: AdapterSettings): number {
  const { total, amount_due } = invoice;
  const net = netOf(invoice, settings);
  return Math.max(0, amount_due === total || total === 0 ? net : multiplyRounded(net, amount_due, total));
}

function referencesOf({ metadata, parent, subscription_details }: Invoice, settings: AdapterSettings) {
  const ofSubscription = (parent?.subscription_details ?? subscription_details)?.metadata ?? {};
  return { ...referencesIn(ofSubscription, settings), ...referencesIn(metadata, settings) };
}

function shopOrder(invoice: Invoice, { at, isTest, settings }: Context): ShopOrder {
  const { currency, number, customer, customer_email } = invoice;
  const ofSubscription = (invoice.parent?.subscription_details ?? invoice.subscription_details)?.metadata;
  return {
    orderId: invoice.id,
    ...(number !== undefined && { externalId: number }),
    changedAt: oldestVersion,
    state: 'paid',
    occurredAt: invoice.status_transitions?.paid_at ?? at,
    currency,
    amount: minorOfStripe(amountOf(invoice, settings), currency),
    orderTotal: minorOfStripe(invoice.amount_due, currency),
    discountCodes: codesIn([
      invoice.metadata.discountCode,
      ofSubscription?.discountCode,
      ...invoice.discounts,
    ]),
    ...referencesOf(invoice, settings),
    ...(customer !== undefined && { customerId: customer }),
    ...(customer_email !== undefined && { customerEmail: customer_email }),
    items: itemsOf(invoice.lines, currency),
    refunds: [],
    isTest,
  };
}

/** Old versions of the API name the payment here, and new ones in `invoice_payment.paid`. */
export function readingsOfInvoice(invoice: Invoice, context: Context): readonly Reading[] {
  if (invoice.total < 0)
    return [
      { kind: 'ignored', reason: 'The invoice is a credit, which counts when it pays for another invoice.' },
    ];
  const payments = [invoice.payment_intent, invoice.charge].filter((found) => found !== undefined);
  return [
    { kind: 'order', order: shopOrder(invoice, context) },
    ...payments.map((paymentId) => ({ kind: 'payment', orderId: invoice.id, paymentId }) as const),
  ];
}
