import { describe, expect, test } from 'vitest';
import type { AdapterSettings } from '#lib/shops/adapters/adapter.ts';
import { adapters } from '#lib/shops/adapters/adapters.ts';
import { onlyReading, orderIn, readMessage, refundsIn } from '#test/support/shops/messages.ts';
import { line, message, order, refund } from '#test/support/shops/woocommerce.ts';

const read = (topic: string, payload: object, settings?: AdapterSettings) =>
  readMessage('woocommerce', message(topic, payload), settings);
const orderOf = (more: object, settings?: AdapterSettings) =>
  orderIn(read('order.updated', order(more), settings));

test('the adapter reads every field of an order of WooCommerce', () => {
  const found = read('order.created', order({ coupon_lines: [{ id: 1, code: 'ada10', discount: '10.00' }] }));
  expect({ ...found, messageId: '' }).toEqual({
    messageId: '',
    topic: 'order.created',
    isTest: false,
    readings: [
      {
        kind: 'order',
        order: {
          orderId: '727',
          externalId: '727',
          changedAt: '2026-03-01T12:00:08.000Z',
          state: 'paid',
          occurredAt: '2026-03-01T12:00:00.000Z',
          currency: 'EUR',
          amount: 10000,
          orderTotal: 12495,
          discountCodes: ['ada10'],
          customerId: '26',
          customerEmail: 'ada@example.com',
          items: [{ sku: 'WOO-1', productId: '93', name: 'Woo Single #1', quantity: 1, price: 10000 }],
          refunds: [],
          isTest: false,
        },
      },
    ],
  });
});

test.each<[string, object, AdapterSettings, number]>([
  ['contains tax if the brand wants it', {}, { includeTax: true }, 11900],
  ['contains shipping if the brand wants it', {}, { includeShipping: true }, 10500],
  ['contains both if the brand wants both', {}, { includeTax: true, includeShipping: true }, 12495],
  ['is after coupons', { line_items: [line('90.00', { subtotal: '100.00' }), line('4.35')] }, {}, 9435],
  ['excludes fees', { fee_lines: [{ id: 1, name: 'Gift wrap', total: '3.00' }] }, {}, 10000],
  [
    'rounds more decimals than the currency has',
    { currency: 'JPY', line_items: [line('1200.50'), line('99.5')] },
    {},
    1300,
  ],
  ['has three decimals in dinars', { currency: 'KWD', line_items: [line('12.345')] }, {}, 12345],
])('the amount of an order of WooCommerce %s', (_, more, settings, amount) => {
  expect(orderOf(more, settings).amount).toBe(amount);
});

test.each([
  ['pending', 'open'],
  ['on-hold', 'open'],
  ['checkout-draft', 'open'],
  ['failed', 'open'],
  ['shipped-by-a-plugin', 'open'],
  ['processing', 'paid'],
  ['completed', 'paid'],
  ['cancelled', 'canceled'],
  ['trash', 'canceled'],
  ['refunded', 'canceled'],
])('the status %s of WooCommerce without refunds is the state %s', (status, state) => {
  expect(orderOf({ status }).state).toBe(state);
});

describe('refunds of WooCommerce', () => {
  test('refunds are shares of the amount, and those of the total add up to it', () => {
    // A third of 100.00 is 33.33, and two thirds are 66.67.
    const refunds = [refund(726, '-41.65'), refund(725, '-41.65', 'Damaged'), refund(728, '-41.65')];
    const found = orderOf({ status: 'refunded', refunds });
    expect(found.state).toBe('paid');
    expect(refundsIn(found)).toEqual([
      ['725', 3333],
      ['726', 3334],
      ['728', 3333],
    ]);
    expect(found.refunds[0]).toMatchObject({ reason: 'Damaged', occurredAt: '2026-03-01T12:00:08.000Z' });
  });

  test('refunds do not change if another one follows', () => {
    const first = refundsIn(orderOf({ refunds: [refund(725, '-10.01')] }));
    expect(refundsIn(orderOf({ refunds: [refund(726, '-3.33'), refund(725, '-10.01')] }))[0]).toEqual(
      first[0],
    );
  });

  test('refunds do not exceed the order', () => {
    expect(refundsIn(orderOf({ refunds: [refund(725, '-124.95'), refund(726, '-5.00')] }))).toEqual([
      ['725', 10000],
    ]);
  });
});

test('the adapter reads references from meta data, and from the landing page that WooCommerce stores', () => {
  const session = {
    id: 1,
    key: '_wc_order_attribution_session_entry',
    value: 'https://acme.test/spring?clickId=clk_1&ref=shop&affiliateRef=eve',
  };
  expect(orderOf({ meta_data: [session] })).toMatchObject({ clickId: 'clk_1', trackingCode: 'eve' });
  const other = { id: 2, key: 'clickId', value: 'clk_2' };
  const list = { id: 3, key: 'trackingCode', value: ['no', 'text'] };
  expect(orderOf({ meta_data: [session, other, list] })).toMatchObject({
    clickId: 'clk_2',
    trackingCode: 'eve',
  });
});

test('an item of quantity 0 is none', () => {
  const items = orderOf({ line_items: [line('0.00', { quantity: 0 }), line('5.00', { sku: '' })] }).items;
  expect(items).toEqual([{ productId: '93', name: 'Woo Single #1', quantity: 1, price: 500 }]);
});

test('a guest has no customer id', () => {
  expect(orderOf({ customer_id: 0, billing: { email: '' } })).not.toHaveProperty('customerId');
  expect(orderOf({ customer_id: 0, billing: { email: '' } })).not.toHaveProperty('customerEmail');
});

test.each([
  ['order.restored', order(), { kind: 'order' }],
  [
    'order.deleted',
    { id: 727 },
    {
      kind: 'cancel',
      orderId: '727',
      at: '2026-04-01T00:00:00.000Z',
      reason: 'The order was deleted in the shop.',
    },
  ],
  ['coupon.created', { id: 1 }, { kind: 'ignored' }],
])('the topic %s of WooCommerce has its meaning', (topic, payload, expected) => {
  expect(onlyReading(read(topic, payload))).toMatchObject(expected);
});

test('the test of an address is recognized, though it has no signature', () => {
  const isPing = (body: string) => adapters.woocommerce.isPing?.(Buffer.from(body));
  expect([isPing('webhook_id=7'), isPing('webhook_id=7&x=1'), isPing('{}')]).toEqual([true, false, false]);
  const sent = { headers: {}, body: 'webhook_id=7' };
  expect(onlyReading(readMessage('woocommerce', sent)).kind).toBe('ignored');
});

test('messages of one second have different ids, and a repeated one has the same', () => {
  const idOf = (more: object) => read('order.updated', order(more)).messageId;
  expect(idOf({})).toBe(idOf({}));
  expect(idOf({})).not.toBe(idOf({ id: 728 }));
});

test('an error instead of an order says what to do', () => {
  const failure = {
    code: 'woocommerce_rest_cannot_view',
    message: 'Sorry, you cannot view this resource.',
    data: { status: 401 },
  };
  expect(() => read('order.updated', failure)).toThrow(
    'you cannot view this resource. Save the webhook again',
  );
});
