// Tests the exports of vendors. Their columns come from the documentation of the vendors.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { orderReading, shopOrder, storeReadings } from '#test/support/connections.ts';
import { createConnection, createDiscount, inviteActive, unusedOrder } from '#test/support/creations.ts';
import { read } from '#test/support/orders.ts';
import {
  applyDifferences,
  csvOf,
  differencesOf,
  postReconciliation,
  reconcile,
} from '#test/support/reconciliations.ts';
import { createBrand } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

async function newShop(type: string, settings: object = {}) {
  const { admin: token, brand } = await createBrand('scale');
  const creator = await inviteActive(token);
  const { code } = await createDiscount(token, creator.id);
  const { id } = await createConnection(token, { type, settings });
  const record = async (...orders: readonly Parameters<typeof shopOrder>[0][]) => {
    for (const order of orders) await storeReadings(id, [orderReading(shopOrder(order))]);
    await continueToCompletion();
  };
  const orderOf = (orderId: string) => read(token, `/conversions/by-order-id/${orderId}`);
  return { token, brand, creator, code, id, record, orderOf };
}

const shopifyTime = () => now().toISOString().replace('T', ' ').replace(/\..*/, ' +0000');

const shopifyColumns = [
  ...['Name', 'Email', 'Financial Status', 'Paid at', 'Currency', 'Subtotal', 'Shipping', 'Taxes', 'Total'],
  ...['Discount Code', 'Discount Amount', 'Created at', 'Lineitem quantity', 'Lineitem name', 'Cancelled at'],
  ...['Payment Method', 'Refunded Amount', 'Id', 'Note Attributes'],
];

/** An order of two items is two rows, of which the second one has only an item. */
const shopifyRows = (order: Readonly<Record<string, string>>) => {
  const name = unusedOrder();
  const amounts = { Subtotal: '100.00', Shipping: '5.00', Taxes: '20.00', Total: '125.00' };
  const first = { ...amounts, 'Financial Status': 'paid', Currency: 'USD', 'Created at': shopifyTime() };
  return [
    { Name: name, ...first, 'Refunded Amount': '0.00', 'Lineitem name': 'Mug', ...order },
    { Name: name, 'Lineitem name': 'A "large" mug\nof two lines' },
  ];
};

test('the export of Shopify has several rows for an order, and a byte order mark', async () => {
  const { token, creator, code, id, record, orderOf } = await newShop('shopify');
  const money = { amount: 10_000, orderTotal: 12_500, discountCodes: [code] };
  await record(
    { ...money, orderId: '9007199254740993' },
    { ...money, orderId: '102' },
    { ...money, orderId: '103' },
    { ...money, orderId: '104', refunds: [{ refundId: 'r', amount: 5000, occurredAt: now().toISOString() }] },
    { ...money, orderId: '109' },
  );
  const own = { 'Discount Code': code };
  const rows = [
    ...shopifyRows({ ...own, Id: "'9007199254740993" }),
    ...shopifyRows({ ...own, Id: '102', 'Financial Status': 'refunded', 'Refunded Amount': '125.00' }),
    ...shopifyRows({ ...own, Id: '103', 'Financial Status': 'voided', 'Cancelled at': shopifyTime() }),
    ...shopifyRows({ ...own, Id: '104', 'Refunded Amount': '60.00' }),
    ...shopifyRows({ Id: '105', 'Note Attributes': `trackingCode: ${creator.trackingCode}\ngift: no` }),
    ...shopifyRows({ ...own, Id: '106', 'Payment Method': 'Bogus Gateway' }),
    ...shopifyRows({ ...own, Id: '107', 'Financial Status': 'pending' }),
    ...shopifyRows({ Id: '108' }),
    ...shopifyRows({ ...own, Id: '110', Total: '1,250.00' }),
  ];
  const csv = `\uFEFF${csvOf(shopifyColumns, rows)}`;
  const found = await reconcile(token, id, { format: 'shopify', csv });
  expect(found.counts).toMatchObject({
    ...{ equal: 2, missing: 1, different: 2, unknown: 0 },
    ...{ notAttributed: 1, ignored: 2, unreadable: 1 },
  });
  expect(found.problems).toEqual([
    { row: 18, message: '`1,250.00` must be a decimal number without thousands separators' },
  ]);
  const byOrder = Object.fromEntries(
    (await differencesOf(token, found)).map(({ orderId, proposal, changes }) => [
      orderId,
      [proposal, changes],
    ]),
  );
  expect(byOrder).toEqual({
    '102': ['correct', [{ field: 'refundedAmount', recorded: '0', shop: '100' }]],
    '103': ['cancel', [{ field: 'status', recorded: 'paid', shop: 'canceled' }]],
    '105': [
      'record',
      [
        { field: 'amount', recorded: null, shop: '100' },
        { field: 'currency', recorded: null, shop: 'USD' },
      ],
    ],
  });
  expect((await applyDifferences(token, found)).counts).toMatchObject({ applied: 3, failed: 0 });
  expect(await orderOf('105')).toMatchObject({ amount: 100, orderTotal: 125, affiliateId: creator.id });
  expect(await orderOf('102')).toMatchObject({ refundedAmount: 100 });
});

test('the export of WooCommerce can have semicolons and decimal commas, and a connection a prefix', async () => {
  const { token, code, id, record, orderOf } = await newShop('woocommerce', { orderIdPrefix: 'uk-' });
  const money = { amount: 10_000, orderTotal: 12_500, discountCodes: [code] };
  await record({ ...money, orderId: '201' }, { ...money, orderId: '202' });
  const columns = [
    'order_id',
    'order_number',
    'date',
    'status',
    'order_total',
    'shipping_total',
    'tax_total',
  ];
  const all = { date: now().toISOString().slice(0, 19).replace('T', ' '), order_total: '125,00' };
  const amounts = { ...all, shipping_total: '5,00', tax_total: '20,00', order_currency: 'USD' };
  const rows = [
    { ...amounts, order_id: '201', status: 'wc-completed', coupon_items: `code:${code}|amount:5.00` },
    { ...amounts, order_id: '202', status: 'refunded', refunded_total: '0', coupon_items: code },
    { ...amounts, order_id: '203', status: 'processing', refunded_total: '-62,50', coupon_items: code },
    { ...amounts, order_id: '204', status: 'failed', coupon_items: code },
  ];
  const more = ['refunded_total', 'order_currency', 'coupon_items'];
  const csv = csvOf([...columns, ...more], rows, ';');
  const found = await reconcile(token, id, { format: 'woocommerce', csv });
  expect(found.counts).toMatchObject({ equal: 1, missing: 1, different: 1, ignored: 1, unreadable: 0 });
  await applyDifferences(token, found);
  expect(await orderOf('uk-203')).toMatchObject({ amount: 100, orderTotal: 125, refundedAmount: 50 });
  expect((await orderOf('uk-202')).canceledAt).not.toBeNull();
});

test('an order that Stripe has tried to charge before is the row of its paid payment, and two paid payments are a problem', async () => {
  const { token, creator, id, orderOf } = await newShop('stripe');
  const columns = [
    ...['id', 'Created (UTC)', 'Amount', 'Currency', 'Status', 'Invoice ID', 'trackingCode (metadata)'],
  ];
  const all = {
    ...{ 'Created (UTC)': now().toISOString().slice(0, 16).replace('T', ' '), Currency: 'usd' },
    ...{ Amount: '40.00', 'trackingCode (metadata)': creator.trackingCode },
  };
  const rows = [
    { ...all, id: 'ch_1', Status: 'Failed', 'Invoice ID': 'in_1' },
    { ...all, id: 'ch_2', Status: 'Paid', 'Invoice ID': 'in_2' },
    { ...all, id: 'ch_3', Status: 'Paid', 'Invoice ID': 'in_1' },
    { ...all, id: 'ch_4', Status: 'Paid', 'Invoice ID': 'in_2' },
  ];
  const found = await reconcile(token, id, { format: 'stripe', csv: csvOf(columns, rows) });
  expect(found.counts).toMatchObject({ missing: 1, ignored: 0, unreadable: 1 });
  expect(found.problems).toMatchObject([{ row: 3 }]);
  await applyDifferences(token, found);
  expect(await orderOf('in_1')).toMatchObject({ amount: 40, affiliateId: creator.id });
});

test('the export of Stripe names an order by its invoice, and otherwise by its payment', async () => {
  const { token, code, creator, id, record, orderOf } = await newShop('stripe');
  await record(
    { orderId: 'in_301', amount: 10_000, orderTotal: 12_500, trackingCode: creator.trackingCode },
    { orderId: 'pi_302', amount: 10_000, orderTotal: 10_000, discountCodes: [code] },
    { orderId: 'pi_306', amount: 7000, orderTotal: 7000, discountCodes: [code] },
    { orderId: 'pi_307', amount: 8000, orderTotal: 8000, discountCodes: [code] },
  );
  const columns = ['id', 'Created (UTC)', 'Amount', 'Amount Refunded', 'Currency', 'Status', 'Captured'];
  const disputes = ['Disputed Amount', 'Dispute Status'];
  const more = [...disputes, 'PaymentIntent ID', 'Invoice ID', 'Mode', 'trackingCode (metadata)'];
  const all = { 'Created (UTC)': now().toISOString().slice(0, 16).replace('T', ' '), Currency: 'usd' };
  const paid = { ...all, Status: 'Paid', 'Amount Refunded': '0.00' };
  const named = { 'trackingCode (metadata)': creator.trackingCode };
  const rows = [
    { ...paid, id: 'ch_301', Amount: '125.00', 'PaymentIntent ID': 'pi_301', 'Invoice ID': 'in_301' },
    { ...paid, id: 'ch_302', Amount: '100.00', 'PaymentIntent ID': 'pi_302', 'Amount Refunded': '25.00' },
    { ...paid, ...named, id: 'ch_303', Amount: '40.00', 'PaymentIntent ID': 'pi_303' },
    { ...paid, ...named, id: 'ch_304', Amount: '40.00', Status: 'Failed' },
    { ...paid, ...named, id: 'ch_305', Amount: '40.00', Mode: 'Test' },
    ...[
      ['won', '70.00', '306'],
      ['lost', '80.00', '307'],
    ].map(([status, Amount, id]) => ({
      ...{ ...paid, id: `ch_${id}`, Amount, 'PaymentIntent ID': `pi_${id}` },
      ...{ 'Disputed Amount': Amount, 'Dispute Status': status },
    })),
  ];
  const body = { format: 'stripe', csv: csvOf([...columns, ...more], rows) };
  const found = await reconcile(token, id, body);
  expect(found.counts).toMatchObject({ equal: 2, missing: 1, different: 2, ignored: 2, unreadable: 0 });
  await applyDifferences(token, found);
  expect(await orderOf('pi_302')).toMatchObject({ refundedAmount: 25 });
  expect(await orderOf('pi_307')).toMatchObject({ refundedAmount: 80 });
  expect(await orderOf('pi_303')).toMatchObject({ amount: 40, affiliateId: creator.id });
  const again = await reconcile(token, id, body);
  expect(again.counts).toMatchObject({ equal: 5, missing: 0, different: 0, unknown: 0 });
});

test('a file that no row of which can be read, and a format of another shop, are refused', async () => {
  const { token, id } = await newShop('stripe');
  const refused = async (body: object) => {
    const { status, json } = await postReconciliation(token, id, body);
    return [status, json.details[0]];
  };
  expect(await refused({ format: 'shopify', csv: csvOf(shopifyColumns, shopifyRows({ Id: '1' })) })).toEqual([
    400,
    { path: 'format', message: 'Must be `general` or `stripe`, the type of the connection' },
  ]);
  const csv = 'orderId,amount,occurredAt\norder-1,many,yesterday';
  expect(await refused({ format: 'general', csv })).toEqual([
    400,
    {
      path: 'csv',
      message: 'No row can be read. Row 2: `yesterday` must be a time such as 2026-03-01 10:30:00 +0100',
    },
  ]);
});
