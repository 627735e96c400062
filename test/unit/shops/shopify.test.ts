import { describe, expect, test } from 'vitest';
import type { AdapterSettings } from '#lib/shops/adapters/adapter.ts';
import { onlyReading, orderIn, readMessage, refundsIn } from '#test/support/shops/messages.ts';
import {
  adjustment,
  allocation,
  line,
  message,
  order,
  paidBack,
  privacyRequest,
  refund,
  refundLine,
  tax,
} from '#test/support/shops/shopify.ts';

const read = (topic: string, payload: object, settings?: AdapterSettings, headers = {}) =>
  readMessage('shopify', message(topic, payload, headers), settings);
const orderOf = (more: object, settings?: AdapterSettings) =>
  orderIn(read('orders/updated', order(more), settings));

test('the adapter reads every field of an order of Shopify, and keeps all digits of its id', () => {
  const payload = order({
    line_items: [
      line(1, '199.00', { discount_allocations: [allocation('5.00')] }),
      line(2, '20.50', { quantity: 3 }),
    ],
    discount_codes: [{ code: 'SPRING', amount: '5.00', type: 'fixed_amount' }],
    total_price: '265.50',
  });
  expect(read('orders/create', payload)).toEqual({
    messageId: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    topic: 'orders/create',
    isTest: false,
    readings: [
      {
        kind: 'order',
        order: {
          orderId: '820982911946154508',
          externalId: '#1041',
          changedAt: '2026-03-02T00:00:05.000Z',
          state: 'paid',
          occurredAt: '2026-03-02T00:00:00.000Z',
          currency: 'USD',
          amount: 25550,
          orderTotal: 26550,
          discountCodes: ['SPRING'],
          customerId: '115310627314723950',
          customerEmail: 'ada@example.com',
          items: [
            { sku: 'SKU-1', productId: '632910392', name: 'IPod Nano - 8gb', quantity: 1, price: 19900 },
            { sku: 'SKU-2', productId: '632910392', name: 'IPod Nano - 8gb', quantity: 3, price: 2050 },
          ],
          refunds: [],
          isTest: false,
        },
      },
    ],
  });
});

describe('amounts of Shopify', () => {
  // 119.00 with 10 % discount is 107.10, which contains 17.10 of tax.
  const vat = {
    currency: 'EUR',
    taxes_included: true,
    line_items: [
      line(1, '119.00', { discount_allocations: [allocation('11.90')], tax_lines: [tax('17.10')] }),
    ],
    shipping_lines: [{ price: '5.95', discount_allocations: [], tax_lines: [tax('0.95')] }],
  };
  const withoutVat = { ...vat, taxes_included: false };

  test.each<[string, object, AdapterSettings, number]>([
    ['excludes included tax', vat, {}, 9000],
    ['contains included tax if the brand wants it', vat, { includeTax: true }, 10710],
    ['contains shipping without tax if the brand wants it', vat, { includeShipping: true }, 9500],
    [
      'contains shipping with tax if the brand wants both',
      vat,
      { includeShipping: true, includeTax: true },
      11305,
    ],
    ['excludes tax that is not included', withoutVat, {}, 10710],
    ['contains tax that is not included if the brand wants it', withoutVat, { includeTax: true }, 12420],
    [
      'excludes gift cards and tips',
      {
        line_items: [
          line(1, '30.00'),
          line(2, '50.00', { gift_card: true }),
          line(3, '7.00', { tip: { payment_gateway: 'shopify_payments' } }),
        ],
      },
      {},
      3000,
    ],
    [
      'is in the currency of the shop, not of the customer',
      {
        presentment_currency: 'CAD',
        line_items: [
          line(1, '100.00', {
            price_set: {
              shop_money: { amount: '100.00', currency_code: 'USD' },
              presentment_money: { amount: '137.20', currency_code: 'CAD' },
            },
          }),
        ],
      },
      {},
      10000,
    ],
    ['is in whole yen', { currency: 'JPY', line_items: [line(1, '1200', { quantity: 2 })] }, {}, 2400],
    [
      'is exact where a product of floats is not',
      { line_items: [line(1, '4.35', { quantity: 3 })] },
      {},
      1305,
    ],
    [
      'loses items that an edit removed without a record',
      { line_items: [line(1, '50.00', { quantity: 2, current_quantity: 1 })] },
      {},
      5000,
    ],
  ])('the amount of an order %s', (_, more, settings, amount) => {
    expect(orderOf(more, settings).amount).toBe(amount);
  });
});

describe('refunds of Shopify', () => {
  const two = line(1, '50.00', { quantity: 2, current_quantity: 1 });
  const ofOne = { refund_line_items: [refundLine(two, 50, 9.5)] };
  const withoutMoney = { transactions: [] };
  const later = { created_at: '2026-03-11T12:00:00-05:00' };
  const shippingBack = [adjustment('shipping_refund', '-10.00', '-1.90')];
  const ofBoth = { ...two, current_quantity: 0 };

  test.each<[string, readonly object[], AdapterSettings, number, readonly (readonly [string, number])[]]>([
    [
      'contain items without tax and shipping',
      [refund(7, { ...ofOne, order_adjustments: shippingBack })],
      {},
      10000,
      [['7', 5000]],
    ],
    [
      'contain shipping and tax if the brand wants them',
      [refund(7, { ...ofOne, order_adjustments: shippingBack })],
      { includeShipping: true, includeTax: true },
      11000,
      [['7', 7140]],
    ],
    [
      'contain shipping without tax if the brand wants only shipping',
      [refund(7, { ...ofOne, order_adjustments: shippingBack })],
      { includeShipping: true },
      11000,
      [['7', 6000]],
    ],
    [
      'contain shipping as new versions of the API send it',
      [
        refund(7, {
          ...ofOne,
          refund_shipping_lines: [
            {
              subtotal_amount_set: { shop_money: { amount: '10.0' } },
              tax_amount_set: { shop_money: { amount: '0.0' } },
            },
          ],
        }),
      ],
      { includeShipping: true },
      11000,
      [['7', 6000]],
    ],
    [
      'contain less if the shop kept a part of the money',
      [refund(7, { ...ofOne, order_adjustments: [adjustment('refund_discrepancy', '10.00')] })],
      {},
      10000,
      [['7', 4000]],
    ],
    [
      'do not exceed the order, and are in their order of time',
      [
        refund(8, { ...later, order_adjustments: [adjustment('refund_discrepancy', '-119.00')] }),
        refund(7, ofOne),
      ],
      {},
      10000,
      [
        ['7', 5000],
        ['8', 5000],
      ],
    ],
    [
      'are no removal of items by an edit, which reduces the amount',
      [refund(7, { ...ofOne, ...withoutMoney })],
      {},
      5000,
      [],
    ],
    [
      'are no money for items that an edit removed before',
      [
        refund(7, {
          ...ofOne,
          ...withoutMoney,
          order_adjustments: [adjustment('refund_discrepancy', '50.00')],
        }),
        refund(8, { ...later, order_adjustments: [adjustment('refund_discrepancy', '-50.00')] }),
      ],
      {},
      5000,
      [],
    ],
    [
      'exclude gift cards',
      [refund(7, { refund_line_items: [refundLine({ ...two, gift_card: true }, 50, 0)] })],
      {},
      10000,
      [],
    ],
  ])('the refunds of an order %s', (_, refunds, settings, amount, expected) => {
    const found = orderOf({ line_items: [two], refunds }, settings);
    expect([found.amount, refundsIn(found)]).toEqual([amount, expected]);
  });

  test('items that are returned after an edit do not settle what the edit owes', () => {
    const removal = refund(7, {
      ...{ refund_line_items: [refundLine(ofBoth, 50, 0)], ...withoutMoney },
      order_adjustments: [adjustment('refund_discrepancy', '50.00')],
    });
    const returned = refund(8, { ...later, refund_line_items: [refundLine(ofBoth, 50, 0)] });
    const found = orderOf({ line_items: [ofBoth], refunds: [removal, returned] });
    expect([found.amount, refundsIn(found)]).toEqual([5000, [['8', 5000]]]);
  });

  test('a refund whose items stay in the current quantity does not change the amount', () => {
    const kept = { ...two, current_quantity: 2 };
    const found = orderOf({
      line_items: [kept],
      refunds: [refund(7, { refund_line_items: [refundLine(kept, 50, 0)] })],
    });
    expect([found.amount, refundsIn(found)]).toEqual([10000, [['7', 5000]]]);
  });

  test('money that was returned without items is a refund', () => {
    const goodwill = refund(7, { order_adjustments: [adjustment('refund_discrepancy', '-20.00')] });
    const found = orderOf({ refunds: [goodwill] });
    expect([found.amount, refundsIn(found)]).toEqual([10000, [['7', 2000]]]);
  });
});

test.each([
  ['pending', {}, 'open'],
  ['authorized', {}, 'open'],
  ['partially_paid', {}, 'open'],
  ['paid', {}, 'paid'],
  ['partially_refunded', {}, 'paid'],
  ['refunded', {}, 'paid'],
  ['voided', {}, 'canceled'],
  ['refunded', { cancelled_at: '2026-03-03T19:00:00-05:00' }, 'canceled'],
])('the financial status %s of Shopify with %o is the state %s', (financial_status, more, state) => {
  expect(orderOf({ financial_status, ...more }).state).toBe(state);
});

test('the adapter reads all codes that the customer entered, and no automatic discount', () => {
  const codes = {
    discount_codes: [{ code: 'ADA10' }, { code: 'FREESHIP' }],
    discount_applications: [
      { type: 'automatic', title: 'Summer' },
      { type: 'discount_code', code: 'ADA10' },
      { type: 'discount_code', code: 'BEN5' },
    ],
  };
  expect(orderOf(codes).discountCodes).toEqual(['ADA10', 'FREESHIP', 'BEN5']);
});

test('the adapter reads references from the landing site, and prefers attributes of the cart', () => {
  const landing_site = '/spring?clickId=clk_landing&ref=eve';
  expect(orderOf({ landing_site })).toMatchObject({ clickId: 'clk_landing', trackingCode: 'eve' });
  const note_attributes = [
    { name: 'clickId', value: 'clk_cart' },
    { name: 'size', value: 42 },
  ];
  expect(orderOf({ landing_site, note_attributes })).toMatchObject({
    clickId: 'clk_cart',
    trackingCode: 'eve',
  });
  const settings = { attributeNames: { clickId: 'our_click', trackingCode: 'who' } };
  const named = [
    { name: 'our_click', value: 'clk_named' },
    { name: 'who', value: ' ben ' },
  ];
  expect(orderOf({ landing_site, note_attributes: named }, settings)).toMatchObject({
    clickId: 'clk_named',
    trackingCode: 'ben',
  });
  expect(
    orderOf({ landing_site: 'https://[', note_attributes: [{ name: 'clickId', value: 'x'.repeat(101) }] }),
  ).not.toHaveProperty('clickId');
});

test('the time of the trigger orders changes within one second', () => {
  const changedAt = (at: string) =>
    orderIn(read('orders/paid', order(), {}, { 'x-shopify-triggered-at': at })).changedAt;
  expect(changedAt('2026-03-02T00:00:05.877041743Z')).toBe('2026-03-02T00:00:05.877Z');
  expect(changedAt('2026-03-02T00:00:04.9Z')).toBe('2026-03-02T00:00:05.000Z');
});

test('an imported order has the time when it was processed, and no items of quantity 0', () => {
  const processed_at = '2025-02-01T10:00:00+01:00';
  const found = orderOf({ processed_at, line_items: [line(1, '5.00', { quantity: 0 }), line(2, '7.00')] });
  expect([found.occurredAt, found.amount]).toEqual(['2025-02-01T09:00:00.000Z', 700]);
  expect(found.items.map(({ sku }) => sku)).toEqual(['SKU-2']);
});

test('a deleted order is canceled at the time of the trigger', () => {
  const headers = { 'x-shopify-triggered-at': '2026-03-02T00:00:05.5Z' };
  expect(onlyReading(read('orders/delete', { id: 42 }, {}, headers))).toMatchObject({
    at: '2026-03-02T00:00:05.500Z',
  });
});

test('a test order of Shopify belongs to the test mode', () => {
  const found = read('orders/create', order({ test: true }));
  expect([found.isTest, orderIn(found).isTest]).toEqual([true, true]);
});

describe('refunds/create', () => {
  const included = line(1, '119.00', { tax_lines: [tax('19.00')] });
  const refundOf = (more: object) => onlyReading(read('refunds/create', refund(7, more)));

  test('the message of a refund has the amount without tax, whether prices include it or not', () => {
    const expected = (amount: number) => ({
      ...{ kind: 'refund', orderId: '820982911946154508' },
      refund: {
        refundId: '7',
        amount,
        occurredAt: '2026-03-10T17:00:00.000Z',
        reason: 'it broke during shipping',
      },
    });
    expect(refundOf({ refund_line_items: [refundLine(included, 119, 19)] })).toEqual(expected(10000));
    expect(refundOf({ refund_line_items: [refundLine(included, 119, 22.61)] })).toEqual(expected(11900));
    expect(
      orderOf({
        taxes_included: true,
        line_items: [included],
        refunds: [refund(7, { refund_line_items: [refundLine(included, 119, 19)] })],
      }).refunds,
    ).toEqual([expected(10000).refund]);
  });

  test.each([
    ['removes items by an edit', { refund_line_items: [refundLine(included, 119, 19)], transactions: [] }],
    ['returns money without items', { transactions: [paidBack('5.00')] }],
    [
      'contains only a gift card',
      { refund_line_items: [refundLine({ ...included, ...{ gift_card: true } }, 50, 0)] },
    ],
    [
      'failed',
      {
        refund_line_items: [refundLine(included, 119, 19)],
        transactions: [{ ...paidBack('119.00'), status: 'failure' }],
      },
    ],
  ])('the message of a refund is ignored if it %s, because only the order says what it means', (_, more) => {
    expect(refundOf(more).kind).toBe('ignored');
  });
});

test.each([
  [
    'orders/delete',
    { id: 42 },
    {
      kind: 'cancel',
      orderId: '42',
      at: '2026-04-01T00:00:00.000Z',
      reason: 'The order was deleted in the shop.',
    },
  ],
  ['orders/edited', { order_edit: { id: 78912328793, order_id: 42 } }, { kind: 'ignored' }],
  [
    'customers/data_request',
    privacyRequest,
    { kind: 'reportCustomer', customerId: '191167', customerEmail: 'ada@example.com' },
  ],
  [
    'customers/redact',
    privacyRequest,
    { kind: 'eraseCustomer', customerId: '191167', customerEmail: 'ada@example.com' },
  ],
  ['shop/redact', { shop_id: 954889 }, { kind: 'disconnect' }],
  ['app/uninstalled', { id: 548380009, domain: 'acme.myshopify.com' }, { kind: 'disconnect' }],
  ['products/update', {}, { kind: 'ignored' }],
  ['constructor', {}, { kind: 'ignored' }],
])('the topic %s of Shopify has its meaning', (topic, payload, expected) => {
  expect(onlyReading(read(topic, payload))).toMatchObject(expected);
});
