// Reads a checkout session of Stripe.
import type { AdapterSettings, Reading, ShopOrder } from '../adapter.ts';
import { codesIn, referencesIn, referencesOfText } from '../references.ts';
import { minorOfStripe } from './amounts.ts';
import { itemsOf } from './items.ts';
import type { Session } from './schema.ts';

/** The fields of the event around an object. */
export interface Context {
  readonly at: string;
  readonly isTest: boolean;
  readonly settings: AdapterSettings;
}

/**
 * The id of the invoice, because a session of a subscription and its invoice describe the same order, and only the invoice has an id
 * that both name. A session without an invoice has a payment, and a free one neither.
 */
const orderIdOf = ({ id, invoice, payment_intent }: Session): string => invoice ?? payment_intent ?? id;

function amountOf({ amount_total = 0, total_details }: Session, settings: AdapterSettings): number {
  const tax = settings.includeTax ? 0 : (total_details?.amount_tax ?? 0);
  const shipping = settings.includeShipping ? 0 : (total_details?.amount_shipping ?? 0);
  return Math.max(0, amount_total - tax - shipping);
}

function customerOf({ customer, customer_details, customer_email }: Session) {
  const customerEmail = customer_details?.email ?? customer_email;
  return {
    ...(customer !== undefined && { customerId: customer }),
    ...(customerEmail !== undefined && { customerEmail }),
  };
}

function codesOf({ metadata, discounts, total_details }: Session): readonly string[] {
  const applied = total_details?.breakdown?.discounts.flatMap(({ discount }) => discount) ?? [];
  return codesIn([metadata.discountCode, ...discounts, ...applied]);
}

function shopOrder(session: Session, currency: string, { at, isTest, settings }: Context): ShopOrder {
  const { amount_total = 0, payment_status, line_items } = session;
  return {
    orderId: orderIdOf(session),
    changedAt: at,
    state: payment_status === 'unpaid' ? 'open' : 'paid',
    occurredAt: at,
    currency,
    amount: minorOfStripe(amountOf(session, settings), currency),
    orderTotal: minorOfStripe(amount_total, currency),
    discountCodes: codesOf(session),
    ...referencesOfText(session.client_reference_id),
    ...referencesIn(session.metadata, settings),
    ...customerOf(session),
    items: itemsOf(line_items, currency),
    refunds: [],
    isTest,
  };
}

export function readingsOfSession(session: Session, context: Context): readonly Reading[] {
  if (session.mode === 'setup' || session.currency === undefined)
    return [{ kind: 'ignored', reason: 'The session stored a payment method, and sold nothing.' }];
  const order = shopOrder(session, session.currency, context);
  const paymentId = session.payment_intent;
  return [
    { kind: 'order', order },
    ...(paymentId === undefined || paymentId === order.orderId
      ? []
      : [{ kind: 'payment', orderId: order.orderId, paymentId } as const]),
  ];
}
