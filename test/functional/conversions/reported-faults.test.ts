// Tests that this service does not have faults that users of other software have reported.
import { describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { dataOf } from '#test/support/answers.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, createDiscount, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import {
  commissionOf,
  read,
  recordOrder,
  refund,
  sendOrder,
  sendOrders,
  sendRefund,
  sumsOf,
} from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const nothing = { totalRevenue: 0, totalOrders: 0, commissionEarned: 0 };

const setTerms = (token: string, path: string, terms: object) =>
  dataOf(send('PUT', `${path}/terms`, { token, body: { terms } }));

async function expectReconciled(brandId: string): Promise<void> {
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}

const shoes = { sku: 'boot-42', category: 'shoes', quantity: 1, price: 100 };

// AffiliateWP issue 685
test('a creator with a higher rate earns it, also with a product for which the brand has a rate', async () => {
  const { admin, brand } = await createBrand();
  await setTerms(admin, '/brand', {
    rate: percent(20),
    rules: [{ match: { category: ['shoes'] }, rate: percent(50) }],
  });
  const { id, trackingCode } = await invite(admin);
  const earned = async () => {
    const { amount, rate } = await commissionOf(
      admin,
      await recordOrder(admin, { trackingCode, items: [shoes] }),
    );
    return [amount, rate.source];
  };
  expect(await earned()).toEqual([50, 'brandTerms']);
  await patch(admin, `/affiliates/${id}`, { commissionOverride: percent(75) });
  expect(await earned()).toEqual([75, 'override']);
  await setTerms(admin, `/affiliates/${id}`, { rate: percent(80) });
  expect(await earned()).toEqual([80, 'creatorTerms']);
  await expectReconciled(brand.id);
});

describe('an order with shipping', () => {
  const withoutShipping = (goods: number, shipping: number) => ({
    amount: goods,
    orderTotal: goods + shipping,
    items: [{ sku: 'goods', quantity: 1, price: goods }],
  });
  const withShippingItem = (goods: number, shipping: number) => ({
    amount: goods + shipping,
    items: [
      { sku: 'goods', quantity: 1, price: goods },
      { sku: 'parcel', tags: ['shipping'], quantity: 1, price: shipping },
    ],
  });

  // AffiliateWP issue 191
  test.each([
    ['is only in orderTotal', withoutShipping],
    ['is an excluded line item', withShippingItem],
  ])('earns for the goods alone if the shipping %s', async (_, orderOf) => {
    const { admin, brand } = await createBrand();
    await setTerms(admin, '/brand', {
      rate: percent(20),
      rules: [{ match: { tag: ['shipping'] }, excluded: true }],
    });
    const { trackingCode } = await invite(admin);
    for (const [goods, shipping, commission] of [
      [15, 10, 3],
      [50, 10, 10],
    ] as const) {
      const order = await recordOrder(admin, { ...orderOf(goods, shipping), trackingCode });
      expect((await commissionOf(admin, order)).amount).toBe(commission);
    }
    await expectReconciled(brand.id);
  });
});

// AffiliateWP issue 2208
test('an order that a shop reports before it has items and prices earns by them as soon as they are known', async () => {
  const { admin, brand } = await createBrand();
  await setTerms(admin, '/brand', {
    rate: percent(20),
    rules: [{ match: { category: ['shoes'] }, rate: percent(30) }],
  });
  const { id, trackingCode } = await invite(admin);
  const order = await recordOrder(admin, { amount: 0, trackingCode });
  expect(order.commissionId).toBeNull();
  const items = [shoes, { sku: 'sock-3', category: 'socks', quantity: 1, price: 100 }];
  const changed = await patch(admin, `/conversions/${order.id}`, { amount: 200, items });
  expect(await commissionOf(admin, changed)).toMatchObject({
    amount: 50,
    explanation: {
      parts: [
        { rule: 0, amount: 30 },
        { rule: null, amount: 20 },
      ],
    },
  });
  expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 200, totalOrders: 1, commissionEarned: 50 });
  await expectReconciled(brand.id);
});

// AffiliateWP issue 2061
test('orders that a code credited to the wrong creator move to the right one at the same time, and say where they were', async () => {
  const { admin, brand } = await createBrand('scale');
  const [wrong, right] = [await invite(admin), await invite(admin)];
  const { id: codeId, code } = await createDiscount(admin, wrong.id, { code: unusedCode() });
  const count = 12;
  const orders: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    const order = await recordOrder(admin, { amount: 10.05 + index, discountCode: code });
    if (index % 3 === 1) await patch(admin, `/commissions/${order.commissionId}/approve`, {});
    if (index % 3 === 2) await refund(admin, order.id, { amount: 5 });
    orders.push(order);
  }
  const before = await sumsOf(admin, wrong.id);
  await send('DELETE', `/discounts/${codeId}`, { token: admin });
  await createDiscount(admin, right.id, { code });

  const body = { affiliateId: right.id, reason: 'The code had the wrong creator' };
  const answers = await runConcurrently(count, (index) =>
    send('POST', `/conversions/${orders[index]?.id}/attribution`, { token: admin, body }),
  );
  expect(countByStatus(answers)).toEqual({ 200: count });
  expect(await sumsOf(admin, wrong.id)).toEqual(nothing);
  expect(await sumsOf(admin, right.id)).toEqual(before);
  for (const { id } of orders) {
    expect((await read(admin, `/conversions/${id}`)).changes).toMatchObject([
      { kind: 'attributed', affiliateId: wrong.id, reason: body.reason },
    ]);
  }
  await expectReconciled(brand.id);
});

describe('a late report of an order', () => {
  const late = { orderId: 'late-1', amount: 80 };

  async function paidAndReturned(path: 'refunds' | 'cancel') {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin, brand } = await createBrand();
    const { key: token } = await createApiKey(admin);
    const { id: affiliateId, trackingCode } = await invite(token);
    const order = await recordOrder(token, { ...late, trackingCode });
    const body = path === 'refunds' ? { refundId: 'r-1' } : { reason: 'Not delivered' };
    expect((await send('POST', `/conversions/${order.id}/${path}`, { token, body })).status).toBeLessThan(
      300,
    );
    return { clock, token, brand, affiliateId, trackingCode, order };
  }

  // mollie/WooCommerce issue 1252
  test.each([
    ['refunded', 'refunds'],
    ['canceled', 'cancel'],
  ] as const)(
    'does not bring back an order that was %s, and the commission stays reversed',
    async (_, path) => {
      const { clock, token, brand, affiliateId, trackingCode, order } = await paidAndReturned(path);
      const returned = await read(token, `/conversions/${order.id}`);
      clock.advance(2 * 3600);
      const again = await sendOrder(token, { ...late, trackingCode });
      expect(again.status).toBe(200);
      const { json } = await sendOrders(token, [{ ...late, trackingCode }]);
      expect(json.data).toMatchObject([{ status: 'existing' }]);
      expect(await read(token, `/conversions/${order.id}`)).toEqual(returned);
      expect((await commissionOf(token, order)).status).toBe('reversed');
      expect(await sumsOf(token, affiliateId)).toEqual(nothing);
      await expectReconciled(brand.id);
    },
  );

  // Dub pull request 4391
  test('does not double an order or a refund that is sent again more than a year later', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin, brand } = await createBrand();
    const { key: token } = await createApiKey(admin);
    const { id: affiliateId, trackingCode } = await invite(token);
    const sent = { ...late, trackingCode };
    const order = await recordOrder(token, sent);
    await refund(token, order.id, { refundId: 'r-1', amount: 30 });
    clock.advance(400 * 86_400);
    expect((await sendOrder(token, sent)).json.data).toMatchObject({ id: order.id, refundedAmount: 30 });
    const { json } = await sendOrders(token, [sent, sent]);
    expect(json.data).toMatchObject([{ status: 'existing' }, { status: 'existing' }]);
    const repeated = await sendRefund(token, order.id, { refundId: 'r-1', amount: 30 });
    expect(repeated.status).toBe(200);
    expect(await sumsOf(token, affiliateId)).toEqual({
      ...{ totalRevenue: 50, totalOrders: 1, commissionEarned: 5 },
    });
    await expectReconciled(brand.id);
  });
});
