// Reads the events of Stripe (https://docs.stripe.com/api/events/types).
import type * as z from 'zod';
import type { Adapter, Reading } from '../adapter.ts';
import { parseMessage, UnreadableMessage } from '../message.ts';
import { readingsOfInvoice } from './invoice.ts';
import { readingsOfCharge, readingsOfCreditNote, readingsOfDispute, readingsOfRefund } from './refunds.ts';
import * as schema from './schema.ts';
import { type Context, readingsOfSession } from './session.ts';
import { hasStripeSignature } from './signature.ts';

type Read = (object: unknown, context: Context) => readonly Reading[];

/** Reads the object of an event with its schema. */
const reading =
  <Schema extends z.ZodType>(
    objects: Schema,
    read: (object: z.output<Schema>, context: Context) => readonly Reading[],
  ): Read =>
  (object, context) => {
    const { data, error } = objects.safeParse(object);
    if (error === undefined) return read(data, context);
    const [issue] = error.issues;
    throw new UnreadableMessage(
      `The message cannot be read (data.object.${issue?.path.join('.')}: ${issue?.message}). Use a version of Stripe’s API since 2022.`,
    );
  };

const ignored =
  (reason: string): Read =>
  () => [{ kind: 'ignored', reason }];

const session = reading(schema.session, readingsOfSession);
const refund = reading(schema.refund, (object) => readingsOfRefund(object));
const dispute = reading(schema.dispute, readingsOfDispute);
const creditNote = reading(schema.creditNote, readingsOfCreditNote);
const subscription = ignored('Subscriptions count by their paid invoices.');

const payment = reading(schema.invoicePayment, ({ invoice, payment: paid }) => {
  const paymentId = paid?.payment_intent ?? paid?.charge;
  if (invoice === undefined || paymentId === undefined)
    return [{ kind: 'ignored', reason: 'The invoice was paid outside of Stripe.' }];
  return [{ kind: 'payment', orderId: invoice, paymentId }];
});

const customer = reading(schema.customer, ({ id, email }) => [
  { kind: 'eraseCustomer', customerId: id, ...(email !== undefined && { customerEmail: email }) },
]);

const types: Readonly<Record<string, Read>> = {
  'checkout.session.completed': session,
  'checkout.session.async_payment_succeeded': session,
  'checkout.session.async_payment_failed': ignored('The payment failed, so there is no order.'),
  'checkout.session.expired': ignored('The customer did not pay, so there is no order.'),
  'invoice.paid': reading(schema.invoice, readingsOfInvoice),
  'invoice.payment_succeeded': ignored('The message `invoice.paid` has this order.'),
  'invoice_payment.paid': payment,
  'charge.refunded': reading(schema.charge, readingsOfCharge),
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.refund.updated': refund,
  'charge.dispute.created': dispute,
  'charge.dispute.closed': dispute,
  'credit_note.created': creditNote,
  'credit_note.voided': creditNote,
  'customer.deleted': customer,
};

const unneeded = ignored('Events of this type are not needed. Remove it from the endpoint in Stripe.');

const readOf = (type: string): Read =>
  (Object.hasOwn(types, type) ? types[type] : undefined) ??
  (type.startsWith('customer.subscription.') ? subscription : unneeded);

export const stripe: Adapter = {
  type: 'stripe',
  verify: (secret, headers, rawBody, now) =>
    hasStripeSignature(secret, headers['stripe-signature'], rawBody, now),
  read(_headers, rawBody, settings) {
    const { id, type, created, livemode, data } = parseMessage(schema.event, rawBody);
    const isTest = !livemode;
    const readings = readOf(type)(data.object, { at: created, isTest, settings });
    return { messageId: id, topic: type, isTest, readings };
  },
};
