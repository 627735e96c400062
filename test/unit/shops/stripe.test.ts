import { describe, expect, test } from 'vitest';
import type { AdapterSettings } from '#lib/shops/adapters/adapter.ts';
import { UnreadableMessage } from '#lib/shops/adapters/message.ts';
import { onlyReading, orderIn, readMessage } from '#test/support/shops/messages.ts';
import {
  charge,
  creditNote,
  customer,
  dispute,
  invoice,
  invoicePayment,
  lineOfInvoice,
  message,
  oldInvoice,
  refund,
  session,
  subscriptionSession,
} from '#test/support/shops/stripe.ts';

const read = (type: string, object: object, settings?: AdapterSettings, more?: object) =>
  readMessage('stripe', message(type, object, more), settings);
const sessionOf = (more: object, settings?: AdapterSettings) =>
  orderIn(read('checkout.session.completed', session(more), settings));
const invoiceOf = (more: object, settings?: AdapterSettings) =>
  orderIn(read('invoice.paid', invoice(more), settings));

test('the adapter reads every field of a checkout session of Stripe', () => {
  expect(
    read(
      'checkout.session.completed',
      session({ metadata: { clickId: 'clk_1', trackingCode: 'eve', discountCode: 'ADA10' } }),
    ),
  ).toEqual({
    messageId: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
    topic: 'checkout.session.completed',
    isTest: false,
    readings: [
      {
        kind: 'order',
        order: {
          orderId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
          changedAt: '2026-03-01T12:00:00.000Z',
          state: 'paid',
          occurredAt: '2026-03-01T12:00:00.000Z',
          currency: 'EUR',
          amount: 10000,
          orderTotal: 12490,
          discountCodes: ['ADA10'],
          clickId: 'clk_1',
          trackingCode: 'eve',
          customerId: 'cus_NffrFeUfNV2Hib',
          customerEmail: 'ada@example.com',
          items: [],
          refunds: [],
          isTest: false,
        },
      },
    ],
  });
});

test.each<[AdapterSettings, number]>([
  [{ includeTax: true }, 11990],
  [{ includeShipping: true }, 10500],
  [{ includeTax: true, includeShipping: true }, 12490],
])('the amount of a session of Stripe with the settings %o is %d', (settings, amount) => {
  expect(sessionOf({}, settings).amount).toBe(amount);
});

// https://docs.stripe.com/currencies#special-cases
test.each([
  ['jpy', 1200, 1200],
  ['kwd', 12340, 12340],
  ['isk', 120000, 1200],
  ['ugx', 500000, 5000],
  ['mga', 1200, 120000],
  ['huf', 120000, 120000],
])('an amount of Stripe in %s of %d is %d minor units', (currency, amount_total, amount) => {
  expect(sessionOf({ currency, amount_total, total_details: null }).amount).toBe(amount);
});

describe('references in Stripe', () => {
  test.each([
    ['CLK_01M81SXY8Y', { clickId: 'CLK_01M81SXY8Y' }],
    ['eve', { trackingCode: 'eve' }],
  ])('the client reference %s is the id of a click or a tracking code', (client_reference_id, expected) => {
    const found = sessionOf({ client_reference_id });
    expect({ clickId: found.clickId, trackingCode: found.trackingCode }).toMatchObject(expected);
    expect(Object.keys(found).filter((name) => name === 'clickId' || name === 'trackingCode')).toHaveLength(
      1,
    );
  });

  test('metadata has names of the brand, and counts more than the client reference', () => {
    const settings = { attributeNames: { trackingCode: 'creator' } };
    const found = sessionOf({ client_reference_id: 'eve', metadata: { creator: 'ben' } }, settings);
    expect(found.trackingCode).toBe('ben');
  });

  test.each([
    [
      'of expanded promotion codes',
      {
        discounts: [
          { coupon: { id: 'x1', name: 'Spring' }, promotion_code: { id: 'promo_1', code: 'SPRING10' } },
        ],
      },
      ['SPRING10'],
    ],
    [
      'of coupons by name and id',
      { discounts: [{ coupon: { id: 'ADA10', name: 'Ada' }, promotion_code: null }] },
      ['Ada', 'ADA10'],
    ],
    [
      'of coupons that are not expanded',
      { discounts: [{ coupon: 'ADA10', promotion_code: null }] },
      ['ADA10'],
    ],
    [
      'of coupons in the breakdown',
      {
        total_details: {
          amount_tax: 0,
          amount_shipping: 0,
          breakdown: {
            discounts: [
              {
                amount: 5,
                discount: {
                  id: 'di_1',
                  source: { coupon: 'BEN5', type: 'coupon' },
                  promotion_code: 'promo_1',
                },
              },
            ],
            taxes: [],
          },
        },
      },
      ['BEN5'],
    ],
    [
      'never of ids of promotion codes',
      { discounts: ['di_1', { coupon: null, promotion_code: 'promo_1' }] },
      [],
    ],
  ])('the discount codes are those %s', (_, more, expected) => {
    expect(sessionOf(more).discountCodes).toEqual(expected);
  });

  test('an invoice has the metadata of its subscription', () => {
    const parent = { subscription_details: { metadata: { clickId: 'clk_1', discountCode: 'ADA10' } } };
    expect(invoiceOf({ parent, metadata: { trackingCode: 'eve' } })).toMatchObject({
      ...{ clickId: 'clk_1', trackingCode: 'eve', discountCodes: ['ADA10'] },
    });
  });
});

test.each([
  ['checkout.session.completed', { payment_status: 'unpaid' }, 'open'],
  ['checkout.session.async_payment_succeeded', { payment_status: 'paid' }, 'paid'],
  [
    'checkout.session.completed',
    { payment_status: 'no_payment_required', amount_total: 0, payment_intent: null, total_details: null },
    'paid',
  ],
])('the event %s with %o is an order in the state %s', (type, more, state) => {
  expect(orderIn(read(type, session(more))).state).toBe(state);
});

test('a session of a subscription and its invoice are one order, and the session is the newer version', () => {
  const ofSession = orderIn(read('checkout.session.completed', subscriptionSession()));
  const ofInvoice = orderIn(read('invoice.paid', invoice()));
  const shared = { orderId: 'in_first', amount: 10000, orderTotal: 11900, currency: 'EUR' };
  expect([ofSession, ofInvoice]).toMatchObject([shared, shared]);
  expect(ofSession.changedAt > ofInvoice.changedAt).toBe(true);
});

test('an invoice has a number, the time of its payment, and items without the credits of a proration', () => {
  const lines = { data: [lineOfInvoice(10000), lineOfInvoice(-6000), lineOfInvoice(0, { quantity: 0 })] };
  const item = { productId: 'prod_NWjs8kKbJWmuuc', name: '1 × Pro (at €100.00 / month)', quantity: 1 };
  expect(invoiceOf({ lines, status_transitions: { paid_at: 1_772_362_800 } })).toMatchObject({
    externalId: 'ABC-0001',
    occurredAt: '2026-03-01T11:00:00.000Z',
    items: [
      { ...item, price: 10000 },
      { ...item, price: 0 },
    ],
  });
});

describe('invoices of Stripe', () => {
  const proration = {
    billing_reason: 'subscription_update',
    total: 4760,
    total_excluding_tax: 4000,
    amount_due: 4760,
    lines: { data: [lineOfInvoice(-6000), lineOfInvoice(10000)] },
  };
  test.each<[string, object, AdapterSettings, number]>([
    ['excludes tax', {}, {}, 10000],
    ['contains tax if the brand wants it', {}, { includeTax: true }, 11900],
    ['excludes tax if the invoice only lists it', { total_excluding_tax: null }, {}, 10000],
    [
      'excludes shipping',
      { shipping_cost: { amount_subtotal: 500, amount_tax: 95, amount_total: 595 } },
      {},
      9500,
    ],
    [
      'excludes the tax of shipping with it',
      { shipping_cost: { amount_subtotal: 500, amount_tax: 95, amount_total: 595 } },
      { includeTax: true },
      11305,
    ],
    [
      'contains shipping if the brand wants it',
      { shipping_cost: { amount_subtotal: 500, amount_tax: 95, amount_total: 595 } },
      { includeShipping: true },
      10000,
    ],
    ['is the difference of a proration', proration, {}, 4000],
    [
      'excludes the share that a credit of the customer pays',
      { amount_due: 5950, starting_balance: -5950 },
      {},
      5000,
    ],
    ['is nothing if a credit pays everything', { amount_due: 0 }, {}, 0],
    [
      'is nothing if only an older debt is paid',
      { total: 0, total_excluding_tax: 0, amount_due: 500 },
      {},
      0,
    ],
    ['is nothing for a free trial', { total: 0, total_excluding_tax: 0, amount_due: 0 }, {}, 0],
  ])('the amount of an invoice %s', (_, more, settings, amount) => {
    expect(invoiceOf(more, settings).amount).toBe(amount);
  });

  test('an invoice of an old version of the API has the same amount, and names its payment', () => {
    const { readings } = read('invoice.paid', oldInvoice({ total_excluding_tax: null }));
    expect(readings).toMatchObject([
      {
        kind: 'order',
        order: { orderId: 'in_first', amount: 10000, items: [{ productId: 'prod_NWjs8kKbJWmuuc' }] },
      },
      { kind: 'payment', orderId: 'in_first', paymentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' },
      { kind: 'payment', orderId: 'in_first', paymentId: 'ch_3MmlLrLkdIwHu7ix0snN0B15' },
    ]);
  });
});

test('the payment of an invoice belongs to the order of the invoice', () => {
  const expected = { kind: 'payment', orderId: 'in_first', paymentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' };
  expect(onlyReading(read('invoice_payment.paid', invoicePayment()))).toEqual(expected);
  const withInvoice = read('checkout.session.completed', session({ invoice: 'in_first' }));
  expect(orderIn(withInvoice).orderId).toBe('in_first');
  expect(withInvoice.readings[1]).toEqual(expected);
});

describe('money that Stripe returned', () => {
  const returned = (refundId: string, amount: number, more: object = {}) => ({
    kind: 'refund',
    orderId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    refund: {
      refundId,
      amount,
      isOfTotal: true,
      occurredAt: '2026-03-02T12:00:00.000Z',
      reason: 'requested_by_customer',
      ...more,
    },
  });
  const id = 're_1Nispe2eZvKYlo2Cd31jOCgZ';

  test.each([
    ['refund.created', 'pending', {}],
    ['refund.updated', 'succeeded', {}],
    ['charge.refund.updated', 'canceled', { isReversed: true }],
    ['refund.failed', 'failed', { isReversed: true }],
  ])('the event %s with the status %s is a refund with %o', (type, status, more) => {
    expect(onlyReading(read(type, refund({ status })))).toEqual(returned(id, 5000, more));
  });

  test('a charge of an old version of the API has several refunds, and names the invoice', () => {
    const refunds = [refund(), refund({ id: 're_2', amount: 700 })];
    expect(read('charge.refunded', charge(refunds)).readings).toEqual([
      returned(id, 5000),
      returned('re_2', 700),
    ]);
    const ofInvoice = read('charge.refunded', charge(refunds, { invoice: 'in_first' })).readings;
    expect(ofInvoice).toMatchObject([{ orderId: 'in_first' }, { orderId: 'in_first' }]);
    expect(onlyReading(read('charge.refunded', charge([]))).kind).toBe('ignored');
  });

  test.each([
    ['charge.dispute.created', 'needs_response', {}],
    ['charge.dispute.closed', 'lost', {}],
    ['charge.dispute.closed', 'won', { isReversed: true }],
    ['charge.dispute.closed', 'prevented', { isReversed: true }],
  ])('the event %s with the status %s is a refund with %o', (type, status, more) => {
    const expected = { occurredAt: '2026-03-03T12:00:00.000Z', reason: 'fraudulent', ...more };
    expect(onlyReading(read(type, dispute({ status })))).toEqual(
      returned('du_1MtJUT2eZvKYlo2CNaw2HvEv', 12490, expected),
    );
  });

  test('money of a charge without a payment belongs to the charge', () => {
    const alone = { payment_intent: null };
    const expected = { kind: 'refund', orderId: 'ch_3MmlLrLkdIwHu7ix0snN0B15' };
    expect(onlyReading(read('refund.created', refund(alone)))).toMatchObject(expected);
    expect(onlyReading(read('charge.dispute.created', dispute(alone)))).toMatchObject(expected);
    expect(onlyReading(read('charge.refunded', charge([refund(alone)], alone)))).toMatchObject(expected);
  });

  test('an inquiry moves no money', () => {
    for (const status of ['warning_needs_response', 'warning_closed'])
      expect(onlyReading(read('charge.dispute.closed', dispute({ status }))).kind).toBe('ignored');
  });

  test('a credit note counts only what was paid back outside of Stripe', () => {
    const paid = { out_of_band_amount: 2000 };
    const expected = {
      ...returned('cn_1MxvRqLkdIwHu7ixY0xbUcxk', 2000, { reason: 'order_change' }),
      orderId: 'in_first',
    };
    expect(onlyReading(read('credit_note.created', creditNote(paid)))).toEqual(expected);
    const voided = onlyReading(read('credit_note.voided', creditNote({ ...paid, status: 'void' })));
    expect(voided).toEqual({ ...expected, refund: { ...expected.refund, isReversed: true } });
    expect(onlyReading(read('credit_note.created', creditNote())).kind).toBe('ignored');
  });
});

test.each([
  [
    'customer.deleted',
    customer,
    { kind: 'eraseCustomer', customerId: 'cus_NffrFeUfNV2Hib', customerEmail: 'ada@example.com' },
  ],
  [
    'customer.subscription.created',
    { id: 'sub_1' },
    { kind: 'ignored', reason: 'Subscriptions count by their paid invoices.' },
  ],
  [
    'checkout.session.completed',
    session({ mode: 'setup', currency: null, payment_intent: null }),
    { kind: 'ignored' },
  ],
  ['checkout.session.expired', session(), { kind: 'ignored' }],
  ['checkout.session.async_payment_failed', session(), { kind: 'ignored' }],
  ['invoice.paid', invoice({ total: -1190, total_excluding_tax: -1000, amount_due: 0 }), { kind: 'ignored' }],
  ['invoice.payment_succeeded', invoice(), { kind: 'ignored' }],
  [
    'invoice_payment.paid',
    invoicePayment({ payment: { type: 'payment_record', payment_record: 'pr_1' } }),
    { kind: 'ignored' },
  ],
  ['refund.created', refund({ charge: null, payment_intent: null }), { kind: 'ignored' }],
  ['payout.paid', { id: 'po_1' }, { kind: 'ignored' }],
])('the event %s of Stripe with the object %o has its meaning', (type, object, expected) => {
  expect(onlyReading(read(type, object))).toMatchObject(expected);
});

test('a customer who only gave an address has it', () => {
  const found = sessionOf({ customer: null, customer_details: null, customer_email: 'ben@example.com' });
  expect([found.customerId, found.customerEmail]).toEqual([undefined, 'ben@example.com']);
});

test('an event that is not live belongs to the test mode', () => {
  const found = read('checkout.session.completed', session(), {}, { livemode: false });
  expect([found.isTest, orderIn(found).isTest]).toEqual([true, true]);
  expect(read('refund.created', refund(), {}, { livemode: false }).isTest).toBe(true);
});

test('an event without a needed field says which one', () => {
  const broken = () => read('invoice.paid', { ...invoice(), total: null });
  expect(broken).toThrow(UnreadableMessage);
  expect(broken).toThrow('data.object.total');
});
