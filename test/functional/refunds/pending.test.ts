import { beforeAll, describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { dataOf } from '#test/support/answers.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import {
  commissionOf,
  read,
  recordOrder,
  sendOrder,
  sendOrders,
  sumsOf,
  unusedOrder,
} from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const sendPending = (body: object, token = acme.admin) =>
  send('POST', '/refunds', { token, body: { refundId: 'r-1', amount: 30, ...body } });

const pendingOf = async (orderId: string, token = acme.admin) =>
  (await readPage(token, '/refunds', { status: 'pending', limit: '100' })).items.filter(
    (refund) => refund.orderId === orderId,
  );

const refundsOf = async (id: string) => (await readPage(acme.admin, `/conversions/${id}/refunds`)).items;

const expectBalanced = async (brandId = acme.brand.id) =>
  expect((await reconcileBrand(brandId)).differences).toEqual([]);

describe('POST /v1/refunds before the order', () => {
  test('stores the refund as pending, and the order is recorded with it', async () => {
    const orderId = unusedOrder();
    const answer = await sendPending({ orderId, reason: 'Broken' });
    const pending = { status: 'pending', conversionId: null, orderId, amount: 30, reason: 'Broken' };
    expect([answer.status, answer.json.data]).toEqual([201, expect.objectContaining(pending)]);
    expect(await pendingOf(orderId)).toEqual([answer.json.data]);
    const { id: affiliateId, trackingCode } = await invite(acme.admin);
    const order = await recordOrder(acme.admin, { orderId, trackingCode });
    expect(order.refundedAmount).toBe(30);
    expect(await commissionOf(acme.admin, order)).toMatchObject({ amount: 7, originalAmount: 10 });
    expect(await sumsOf(acme.admin, affiliateId)).toEqual({
      ...{ totalRevenue: 70, totalOrders: 1, commissionEarned: 7 },
    });
    const applied = { ...answer.json.data, status: 'applied', conversionId: order.id, expiresAt: null };
    expect(await refundsOf(order.id)).toEqual([applied]);
    expect(await pendingOf(orderId)).toEqual([]);
    const again = await sendPending({ orderId });
    expect([again.status, again.json.data]).toEqual([200, applied]);
    await expectBalanced();
  });

  test('records an order that its refunds use up, and says of each refund what it deducted', async () => {
    const orderId = unusedOrder();
    for (const [refundId, amount] of [
      ['r-1', 60],
      ['r-2', 60],
      ['r-3', 5],
    ] as const)
      expect((await sendPending({ orderId, refundId, amount })).status).toBe(201);
    const { id: affiliateId } = await invite(acme.admin);
    const { code, id: discountId } = await createDiscount(acme.admin, affiliateId);
    const preview = await sendOrder(acme.admin, { orderId, discountCode: code }, '?dryRun=true');
    expect(preview.json.data).toMatchObject({ refundedAmount: 100, commission: { amount: 0 } });
    const order = await recordOrder(acme.admin, { orderId, discountCode: code });
    expect(
      (await refundsOf(order.id)).map((refund) => [refund.refundId, refund.amount, refund.requestedAmount]),
    ).toEqual([
      ['r-3', 0, 5],
      ['r-2', 40, 60],
      ['r-1', 60, 60],
    ]);
    expect(await commissionOf(acme.admin, order)).toMatchObject({ status: 'reversed', originalAmount: 10 });
    expect(await sumsOf(acme.admin, affiliateId)).toEqual({
      ...{ totalRevenue: 0, totalOrders: 0, commissionEarned: 0 },
    });
    expect(await read(acme.admin, `/discounts/${discountId}`)).toMatchObject({
      totalRevenue: 0,
      usageCount: 1,
    });
    for (const refundId of ['r-1', 'r-2', 'r-3']) {
      const path = `/conversions/${order.id}/refunds/${refundId}/reverse`;
      await dataOf(send('POST', path, { token: acme.admin, body: {} }));
    }
    await expectBalanced();
    expect((await sumsOf(acme.admin, affiliateId)).totalRevenue).toBe(100);
  });

  test('applies the refunds of the orders of a bulk request', async () => {
    const [one, other, free] = [unusedOrder(), unusedOrder(), unusedOrder()];
    for (const orderId of [one, other, free]) await sendPending({ orderId });
    const orders = [
      { orderId: one, amount: 100 },
      { orderId: other, amount: 10 },
      { orderId: free, amount: 0 },
    ];
    const { json } = await sendOrders(acme.admin, orders);
    expect(
      json.data.map((row: { conversion: { refundedAmount: number } }) => row.conversion.refundedAmount),
    ).toEqual([30, 10, 0]);
    await expectBalanced();
  });

  test('returns 200 for the same refund, and 409 for another amount or time', async () => {
    const orderId = unusedOrder();
    const occurredAt = new Date(Date.now() - 60_000).toISOString();
    const first = await sendPending({ orderId, occurredAt });
    const before = await allItems();
    const again = await sendPending({ orderId });
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    for (const other of [{ amount: 31 }, { occurredAt: new Date().toISOString() }]) {
      const { json } = await sendPending({ orderId, ...other });
      expect(json).toMatchObject({ statusCode: 409, code: 'refund_id_reused' });
    }
    expect(await allItems()).toEqual(before);
  });

  test('requires an amount, and refuses a time in the future and an eleventh refund', async () => {
    const orderId = unusedOrder();
    const occurredAt = new Date(Date.now() + 6 * 60_000).toISOString();
    expectError(await sendPending({ orderId, amount: null }), invalidFields('amount'));
    expectError(await sendPending({ orderId, occurredAt }), invalidFields('occurredAt'));
    const answers = await runConcurrently(11, (index) =>
      sendPending({ orderId, refundId: `r-${index}`, amount: 1 }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 10, 409: 1 });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.code).toBe('pending_refund_limit_reached');
    expect((await recordOrder(acme.admin, { orderId })).refundedAmount).toBe(10);
  });

  test('refunds an order that exists at once, without an amount in full', async () => {
    const order = await recordOrder(acme.admin);
    const { orderId } = order;
    const { status, json } = await sendPending({ orderId, amount: undefined });
    expect([status, json.data]).toMatchObject([
      201,
      { status: 'applied', conversionId: order.id, amount: 100 },
    ]);
  });

  test('drops a refund whose order does not arrive within 90 days', async () => {
    const clock = fakeClock('2026-03-01T12:00:00Z');
    const { admin: user, brand } = await createBrand('scale');
    const { key: admin } = await createApiKey(user);
    const [orderId, late] = [unusedOrder(), unusedOrder()];
    const { json } = await sendPending({ orderId }, admin);
    expect(json.data.expiresAt).toBe('2026-05-30T12:00:00.000Z');
    await sendPending({ orderId: late }, admin);
    clock.set('2026-05-30T11:59:00Z');
    expect((await recordOrder(admin, { orderId })).refundedAmount).toBe(30);
    clock.set('2026-05-30T12:00:01Z');
    expect(await pendingOf(late, admin)).toEqual([]);
    expect((await sendPending({ orderId: late, amount: 1 }, admin)).status).toBe(201);
    expect((await recordOrder(admin, { orderId: late })).refundedAmount).toBe(1);
    await expectBalanced(brand.id);
  });
});

describe('an order and its refund that arrive at the same time', () => {
  test('the order is recorded with a refund that is stored after the order has looked for it', async () => {
    const orderId = unusedOrder();
    const paused = pauseAt(1, () => sendOrder(acme.admin, { orderId }), isTransaction);
    expect(await paused.isHeld).toBe(true);
    expect((await sendPending({ orderId })).json.data.status).toBe('pending');
    const { status, json } = await paused.release();
    expect([status, json?.data.refundedAmount]).toEqual([201, 30]);
  });

  test('the refund is applied to an order that is recorded after the refund has looked for it', async () => {
    const orderId = unusedOrder();
    const paused = pauseAt(1, () => sendPending({ orderId }), isTransaction);
    expect(await paused.isHeld).toBe(true);
    const order = await recordOrder(acme.admin, { orderId });
    const { status, json } = await paused.release();
    expect([status, json?.data.status]).toEqual([201, 'applied']);
    expect((await read(acme.admin, `/conversions/${order.id}`)).refundedAmount).toBe(30);
  });

  test('each of six refunds is deducted once when all of them arrive with two deliveries of the order', async () => {
    const { admin, brand } = await createBrand('scale');
    const { trackingCode } = await invite(admin);
    const orderId = unusedOrder();
    const answers = await runConcurrently(14, (index) =>
      index % 7 === 3
        ? sendOrder(admin, { orderId, trackingCode })
        : sendPending({ orderId, refundId: `r-${index % 7}`, amount: 10 }, admin),
    );
    expect(countByStatus(answers)).toEqual({ 200: 7, 201: 7 });
    const [order] = (await readPage(admin, '/conversions', { orderId })).items;
    expect(order?.refundedAmount).toBe(60);
    expect(await pendingOf(orderId, admin)).toEqual([]);
    await expectBalanced(brand.id);
  });
});
