// Tests orders and refunds in other currencies than the brand's.
import { describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { dataOf } from '#test/support/answers.ts';
import { invite, patch } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage } from '#test/support/lists.ts';
import {
  commissionOf,
  read,
  recordOrder,
  refund,
  sendOrder,
  sendOrders,
  sendRefund,
  sumsOf,
  unusedOrder,
} from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

/** A creator of a brand in euros, whose clock shows a Sunday. */
async function createShop() {
  fakeClock('2026-03-01T12:00:00.000Z', 1);
  const { admin, brand } = await createBrand('scale', { currency: 'EUR', timezone: 'Europe/Berlin' });
  const { id: affiliateId, trackingCode } = await invite(admin);
  return { admin, brand, affiliateId, trackingCode };
}
type Shop = Awaited<ReturnType<typeof createShop>>;

const storeRate = ({ admin }: Shop, day: string, rate: string, currency = 'USD') =>
  dataOf(send('PUT', `/exchange-rates/${currency}`, { token: admin, body: { rates: [{ day, rate }] } }));

const dollars = { currency: 'usd', exchangeRate: '0.92' };

const expectBalanced = async ({ brand }: Shop) =>
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);

const missingRate = () => ({
  ...errorBody(400, 'Invalid request body', [{ path: 'exchangeRate', message: expect.any(String) }]),
  code: 'exchange_rate_missing',
});

describe('POST /v1/conversions in another currency', () => {
  test('converts the amounts with the rate of the request, and keeps the original amounts beside them', async () => {
    const shop = await createShop();
    const { admin, trackingCode } = shop;
    const items = [{ sku: 'a', quantity: 1, price: 99.99 }];
    const amounts = { amount: 99.99, orderTotal: '120.50', items };
    const order = await recordOrder(admin, { ...amounts, ...dollars, trackingCode });
    expect(order).toMatchObject({
      ...{ amount: 91.99, orderTotal: 110.86, refundedAmount: 0, currency: 'EUR' },
      original: {
        ...{ currency: 'USD', amount: 99.99, refundedAmount: 0, orderTotal: 120.5 },
        ...{ exchangeRate: '0.92', source: 'request', day: null },
      },
    });
    expect(await read(admin, `/conversions/${order.id}`)).toMatchObject({ ...order, items });
    expect(await commissionOf(admin, order)).toMatchObject({ amount: 9.2, currency: 'EUR' });
    expect((await sumsOf(admin, shop.affiliateId)).totalRevenue).toBe(91.99);
    await recordAllEvents();
    const [recorded] = await followFeed(admin, 'type=conversion.recorded');
    expect(recorded.data.original).toEqual(order.original);
    await expectBalanced(shop);
  });

  test.each([
    ['JPY', '0.00615', 1000, 6.15],
    ['JPY', '0.00615', 1, 0.01],
    ['JPY', '0.0001', 1, 0],
    ['KWD', '3.005', 10.001, 30.05],
    ['KWD', '3.005', '0.005', 0.02],
    ['USD', '0.5', 0.01, 0],
    ['USD', '0.5', 0.03, 0.02],
    ['USD', '9999999.9999999999', 1, 10_000_000],
  ])(
    'converts an order in %s at %s of %s to %s euros, rounded half to even',
    async (currency, exchangeRate, amount, converted) => {
      const { admin } = await createShop();
      expect((await recordOrder(admin, { currency, exchangeRate, amount })).amount).toBe(converted);
    },
  );

  test('uses the stored rate of the newest day that is not after the order in the time zone of the brand, for 7 days', async () => {
    const shop = await createShop();
    await storeRate(shop, '2026-02-27', '0.92');
    await storeRate(shop, '2026-02-28', '2', 'CHF');
    const rateOf = async (occurredAt: string) => {
      const { original } = await recordOrder(shop.admin, { currency: 'USD', occurredAt });
      return [original.exchangeRate, original.source, original.day];
    };
    const friday = ['0.92', 'stored', '2026-02-27'];
    expect(await rateOf('2026-03-01T11:00:00Z')).toEqual(friday);
    expect(await rateOf('2026-02-26T23:00:00Z')).toEqual(friday);
    await storeRate(shop, '2026-02-27', '0.93');
    expect(await rateOf('2026-03-01T11:00:00Z')).toEqual(['0.93', ...friday.slice(1)]);
    const before = await sendOrder(shop.admin, { currency: 'USD', occurredAt: '2026-02-26T22:59:59Z' });
    expectError(before, missingRate());
    const clock = fakeClock('2026-03-06T22:59:59.000Z');
    const { token } = await newToken(shop.brand.id, 'admin');
    expect((await sendOrder(token, { currency: 'USD' })).status).toBe(201);
    clock.set('2026-03-06T23:00:00.000Z');
    expectError(await sendOrder(token, { currency: 'USD' }), missingRate());
  });

  test('an order without a rate fails alone in a bulk request, and a dry run converts as well', async () => {
    const { admin } = await createShop();
    const orders = [{ currency: 'USD' }, dollars, {}].map((fields) => ({
      ...{ orderId: unusedOrder(), amount: 10 },
      ...fields,
    }));
    for (const query of ['?dryRun=true', '']) {
      const { json } = await sendOrders(admin, orders, query);
      expect(json.data[0].error).toEqual(missingRate());
      expect(
        json.data.slice(1).map(({ conversion }: { conversion: { amount: number } }) => conversion.amount),
      ).toEqual([9.2, 10]);
    }
  });

  test('recognizes a repetition by currency, original amount and the rate of the request', async () => {
    const shop = await createShop();
    const { admin } = shop;
    const body = { orderId: unusedOrder(), amount: 10, ...dollars };
    const order = await recordOrder(admin, body);
    for (const same of [{ exchangeRate: 0.92 }, { exchangeRate: '0.920' }, { currency: 'USD' }]) {
      const again = await sendOrder(admin, { ...body, ...same });
      expect([again.status, again.json.data]).toEqual([200, order]);
    }
    for (const other of [{ exchangeRate: '0.93' }, { currency: 'CHF' }, { amount: 10.01 }]) {
      expect((await sendOrder(admin, { ...body, ...other })).json.code).toBe('order_id_reused');
    }
    const stored = { orderId: unusedOrder(), currency: 'USD' };
    await storeRate(shop, '2026-03-01', '0.9');
    const recorded = await recordOrder(admin, stored);
    await storeRate(shop, '2026-03-01', '0.8');
    expect((await sendOrder(admin, stored)).json.data).toEqual(recorded);
  });

  test('refuses amounts that are too large after the conversion, and a lead needs no rate', async () => {
    const { admin } = await createShop();
    const large = { currency: 'USD', exchangeRate: '1000', amount: 10_000_001 };
    expectError(await sendOrder(admin, large), invalidFields('amount'));
    const total = { ...large, amount: 1, orderTotal: 10_000_001 };
    expectError(await sendOrder(admin, total), invalidFields('orderTotal'));
    const lead = { kind: 'lead', amount: 0, customerId: 'c-1', currency: 'USD' };
    expect(await recordOrder(admin, lead)).toMatchObject({ amount: 0, original: null });
  });
});

describe('refunds of an order in another currency', () => {
  test('14 refunds add up to the amount exactly, and a reversal takes back what its refund took', async () => {
    const shop = await createShop();
    const { admin, trackingCode, affiliateId } = shop;
    const order = await recordOrder(admin, {
      amount: 99.99,
      currency: 'USD',
      exchangeRate: '0.9217',
      trackingCode,
    });
    const refunds = [];
    for (let index = 0; index < 13; index += 1) refunds.push(await refund(admin, order.id, { amount: 7.13 }));
    refunds.push(await refund(admin, order.id));
    expect(refunds[0]).toMatchObject({
      ...{ amount: 6.57, currency: 'EUR', requestedAmount: 7.13, requestedCurrency: 'USD' },
      original: { currency: 'USD', amount: 7.13 },
    });
    const cents = refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(cents).toBe(9216);
    const full = await read(admin, `/conversions/${order.id}`);
    expect(full).toMatchObject({ amount: 92.16, refundedAmount: 92.16, original: { refundedAmount: 99.99 } });
    expect(await sumsOf(admin, affiliateId)).toEqual({
      totalRevenue: 0,
      totalOrders: 0,
      commissionEarned: 0,
    });
    const path = `/conversions/${order.id}/refunds/${refunds[0].refundId}/reverse`;
    await dataOf(send('POST', path, { token: admin, body: {} }));
    expect(await read(admin, `/conversions/${order.id}`)).toMatchObject({
      ...{ refundedAmount: 85.59, original: { refundedAmount: 92.86 } },
    });
    await expectBalanced(shop);
  });

  test('a refund can be in the currency of the brand, but not in a third one, and takes no more than is left', async () => {
    const shop = await createShop();
    const { admin } = shop;
    const { id } = await recordOrder(admin, { amount: 100, ...dollars });
    const body = { refundId: 'r-1', amount: 46, currency: 'EUR' };
    const taken = await refund(admin, id, body);
    expect(taken).toMatchObject({
      ...{ amount: 46, requestedAmount: 46, requestedCurrency: 'EUR', original: { amount: 50 } },
    });
    const again = await sendRefund(admin, id, body);
    expect([again.status, again.json.data]).toEqual([200, taken]);
    expect((await sendRefund(admin, id, { ...body, currency: 'USD' })).json.code).toBe('refund_id_reused');
    const third = await sendRefund(admin, id, { refundId: 'r-2', amount: 1, currency: 'GBP' });
    expectError(third, invalidFields('currency'));
    for (const [currency, left] of [
      ['EUR', '46'],
      ['USD', '50'],
    ]) {
      const { json } = await sendRefund(admin, id, { refundId: 'r-2', amount: 50.01, currency });
      expect([json.code, json.details[0].values]).toEqual(['refund_too_large', [left]]);
    }
    expect(await refund(admin, id, { amount: 46, currency: 'EUR' })).toMatchObject({
      original: { amount: 50 },
    });
    expect((await sendRefund(admin, id, { refundId: 'r-3' })).json.code).toBe('order_fully_refunded');
    const own = await recordOrder(admin);
    expectError(
      await sendRefund(admin, own.id, { refundId: 'r-1', amount: 1, currency: 'USD' }),
      invalidFields('currency'),
    );
    await expectBalanced(shop);
  });

  test('an order whose converted amount is 0 can be refunded in its own currency', async () => {
    const shop = await createShop();
    const { admin, trackingCode } = shop;
    const tiny = { currency: 'JPY', exchangeRate: '0.0001', amount: 10, trackingCode };
    const order = await recordOrder(admin, tiny);
    expect(order).toMatchObject({ amount: 0, commissionId: null });
    expect(await refund(admin, order.id, { amount: 4 })).toMatchObject({
      amount: 0,
      original: { amount: 4 },
    });
    expect(await read(admin, `/conversions/${order.id}`)).toMatchObject({ original: { refundedAmount: 4 } });
    await recordAllEvents();
    expect(await followFeed(admin, 'type=conversion.refunded')).toHaveLength(1);
    await expectBalanced(shop);
  });

  test('a refund that waits for its order keeps its currency, and is converted when the order comes', async () => {
    const shop = await createShop();
    const { admin } = shop;
    const orderId = unusedOrder();
    const send3 = (body: object) => send('POST', '/refunds', { token: admin, body: { orderId, ...body } });
    const sent = [
      { refundId: 'own', amount: 10, currency: 'USD' },
      { refundId: 'brand', amount: 9.2 },
      { refundId: 'third', amount: 5, currency: 'GBP' },
    ];
    const pending = [];
    for (const body of sent) pending.push(await dataOf(send3(body), 201));
    expect(pending.map(({ amount, currency }) => [amount, currency])).toEqual([
      [10, 'USD'],
      [9.2, 'EUR'],
      [5, 'GBP'],
    ]);
    expect((await send3({ ...sent[0], currency: 'EUR' })).json.code).toBe('refund_id_reused');
    const { json } = await sendOrder(admin, { orderId, amount: 100, ...dollars });
    expect(json.data).toMatchObject({ refundedAmount: 18.4, original: { refundedAmount: 20 } });
    expect(json.warnings).toEqual([
      { code: 'refund_unapplied', path: 'currency', message: expect.stringContaining('third') },
    ]);
    const { items } = await readPage(admin, `/conversions/${json.data.id}/refunds`);
    const seen = items
      .toReversed()
      .map(({ status, amount, requestedAmount, requestedCurrency, original }) => [
        ...[status, amount, requestedAmount, requestedCurrency, original?.amount],
      ]);
    expect(seen).toEqual([
      ['applied', 9.2, 10, 'USD', 10],
      ['applied', 9.2, 9.2, 'EUR', 10],
      ['unapplied', 0, 5, 'GBP', undefined],
    ]);
    for (const body of sent) expect((await send3(body)).status).toBe(200);
    await expectBalanced(shop);
  });
});

describe('changes of an order in another currency', () => {
  test('a changed amount is in the currency of the order, and a corrected rate converts the order again but not its refunds', async () => {
    const shop = await createShop();
    const { admin, affiliateId, trackingCode } = shop;
    await storeRate(shop, '2026-03-01', '0.92');
    const { id } = await recordOrder(admin, { amount: 100, orderTotal: 120, currency: 'USD', trackingCode });
    await refund(admin, id, { amount: 50 });
    const change = (body: object) => send('PATCH', `/conversions/${id}`, { token: admin, body });
    expect(await dataOf(change({ amount: 80 }))).toMatchObject({
      ...{
        amount: 73.6,
        refundedAmount: 46,
        original: { amount: 80, refundedAmount: 50, day: '2026-03-01' },
      },
    });
    expect(await dataOf(change({ exchangeRate: '0.93' }))).toMatchObject({
      ...{ amount: 74.4, orderTotal: 111.6, refundedAmount: 46 },
      original: { amount: 80, exchangeRate: '0.93', source: 'request', day: null },
    });
    expect((await sumsOf(admin, affiliateId)).totalRevenue).toBe(28.4);
    const below = await change({ amount: 49.99 });
    expect([below.json.code, below.json.details[0].values]).toEqual(['amount_below_refunds', ['50']]);
    const { json } = await change({ exchangeRate: '0.5' });
    expect([json.code, json.details]).toMatchObject([
      ...['amount_below_refunds', [{ path: 'exchangeRate', values: ['46'] }]],
    ]);
    expect(await dataOf(change({ amount: 50 }))).toMatchObject({ amount: 46, original: { amount: 50 } });
    await dataOf(change({ amount: 60 }));
    const canceled = await dataOf(
      send('POST', `/conversions/${id}/cancel`, { token: admin, body: { reason: 'Fraud' } }),
    );
    expect(canceled).toMatchObject({ amount: 46, refundedAmount: 46, original: { amount: 50 } });
    await expectBalanced(shop);
  });

  test('a corrected rate of a fully refunded order leaves no revenue and no commission', async () => {
    const shop = await createShop();
    const { admin, affiliateId, trackingCode } = shop;
    const { id } = await recordOrder(admin, { amount: 100, ...dollars, trackingCode });
    await refund(admin, id, {});
    for (const exchangeRate of ['1', '0.5']) {
      const changed = await dataOf(
        send('PATCH', `/conversions/${id}`, { token: admin, body: { exchangeRate } }),
      );
      expect(changed).toMatchObject({ amount: 92, refundedAmount: 92, original: { exchangeRate } });
    }
    const { totalRevenue, commissionEarned } = await sumsOf(admin, affiliateId);
    expect([totalRevenue, commissionEarned]).toEqual([0, 0]);
    await expectBalanced(shop);
  });

  test('an order in the currency of the brand accepts no rate, and no order accepts another currency', async () => {
    const { admin } = await createShop();
    const { id } = await recordOrder(admin);
    const change = (body: object) => send('PATCH', `/conversions/${id}`, { token: admin, body });
    expectError(await change({ exchangeRate: '2' }), invalidFields('exchangeRate'));
    expectError(await change({ currency: 'USD' }), invalidFields('currency'));
    expect((await patch(admin, `/conversions/${id}`, { amount: 50 })).amount).toBe(50);
  });
});
