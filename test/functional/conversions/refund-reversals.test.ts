import { describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { dataOf } from '#test/support/answers.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, inviteActive } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import {
  changeStored,
  claimForPayout,
  commissionOf,
  read,
  recordOrder,
  refund,
  sendRefund,
  sumsOf,
} from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

const sendReversal = (token: string, id: string, refundId: string, body: object = {}) =>
  send('POST', `/conversions/${id}/refunds/${refundId}/reverse`, { token, body });

async function newOrder() {
  const { admin, brand } = await createBrand('scale');
  // An API key does not expire when a test moves the clock.
  const { key: token } = await createApiKey(admin);
  const { id: affiliateId, trackingCode } = await inviteActive(token);
  const order = await recordOrder(token, { trackingCode });
  return { token, brandId: brand.id, affiliateId, order };
}

const expectBalanced = async (brandId: string) =>
  expect((await reconcileBrand(brandId)).differences).toEqual([]);

describe('POST /v1/conversions/{id}/refunds/{refundId}/reverse', () => {
  test('takes a partial refund back, and the commission earns the amount again', async () => {
    const { token, brandId, affiliateId, order } = await newOrder();
    const refunded = await refund(token, order.id, { refundId: 'r-1', amount: 40 });
    const reversed = await dataOf(sendReversal(token, order.id, 'r-1', { reason: 'Dispute won' }));
    expect(reversed).toEqual({
      ...refunded,
      status: 'reversed',
      reversedAt: expect.stringMatching(/Z$/),
      reversalReason: 'Dispute won',
    });
    expect((await read(token, `/conversions/${order.id}`)).refundedAmount).toBe(0);
    expect(await commissionOf(token, order)).toMatchObject({ amount: 10, status: 'pending' });
    expect(await sumsOf(token, affiliateId)).toEqual({
      ...{ totalRevenue: 100, totalOrders: 1, commissionEarned: 10 },
    });
    await expectBalanced(brandId);
  });

  test('an order that was refunded as a whole counts again, and its commission is restored', async () => {
    const { token, brandId, affiliateId, order } = await newOrder();
    for (const [refundId, amount] of [
      ['r-1', 40],
      ['r-2', 60],
    ] as const)
      await refund(token, order.id, { refundId, amount });
    expect((await sumsOf(token, affiliateId)).totalOrders).toBe(0);
    await dataOf(sendReversal(token, order.id, 'r-1'));
    expect(await commissionOf(token, order)).toMatchObject({ amount: 4, status: 'pending' });
    expect(await sumsOf(token, affiliateId)).toEqual({
      ...{ totalRevenue: 40, totalOrders: 1, commissionEarned: 4 },
    });
    await refund(token, order.id, { refundId: 'r-3' });
    await dataOf(sendReversal(token, order.id, 'r-3'));
    await expectBalanced(brandId);
  });

  test('a paid commission gets a supplement, which the list of the commissions of the order contains', async () => {
    const { token, brandId, affiliateId, order } = await newOrder();
    const { commissionId } = order;
    await send('PATCH', `/commissions/${commissionId}/approve`, { token });
    await claimForPayout(brandId, commissionId);
    await changeStored(brandId, commissionId, { status: 'paid' });
    const { commissionId: clawback } = await refund(token, order.id, { refundId: 'r-1', amount: 40 });
    await dataOf(sendReversal(token, order.id, 'r-1'));
    const { items } = await readPage(token, '/commissions', { conversionId: order.id });
    expect(items.map(({ amount, adjusts }) => [amount, adjusts])).toEqual([
      [4, commissionId],
      [-4, commissionId],
      [10, null],
    ]);
    expect(items[1]?.id).toBe(clawback);
    expect((await sumsOf(token, affiliateId)).commissionEarned).toBe(10);
  });

  test('returns 200 and writes nothing for a reversed refund, whose refundId stays used', async () => {
    const { token, order } = await newOrder();
    await refund(token, order.id, { refundId: 'r-1', amount: 40 });
    const answers = await runConcurrently(8, () => sendReversal(token, order.id, 'r-1'));
    expect(countByStatus(answers)).toEqual({ 200: 8 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const before = await allItems();
    expect((await sendReversal(token, order.id, 'r-1', { reason: 'Again' })).text).toBe(answers[0]?.text);
    const repeated = await sendRefund(token, order.id, { refundId: 'r-1', amount: 40 });
    expect([repeated.status, repeated.json.data.status]).toEqual([200, 'reversed']);
    const other = await sendRefund(token, order.id, { refundId: 'r-1', amount: 41 });
    expect([other.status, other.json.code]).toEqual([409, 'refund_id_reused']);
    expect(await allItems()).toEqual(before);
  });

  test('returns 404 for a refund and an order that do not exist', async () => {
    const { token, order } = await newOrder();
    const codes = [
      await sendReversal(token, order.id, 'none'),
      await sendReversal(token, 'cnv_01JZZZZZZZZZZZZZZZZZZZZZZZ', 'none'),
    ].map(({ json }) => json.code);
    expect(codes).toEqual(['refund_not_found', 'conversion_not_found']);
  });
});

test('figures count a refund on the day of its occurredAt, and its reversal on its own day', async () => {
  const clock = fakeClock('2026-03-10T12:00:00Z');
  const { token, brandId, order } = await newOrder();
  clock.set('2026-03-14T12:00:00Z');
  await refund(token, order.id, { refundId: 'r-1', amount: 30, occurredAt: '2026-03-12T10:00:00Z' });
  clock.set('2026-03-16T12:00:00Z');
  await dataOf(sendReversal(token, order.id, 'r-1'));
  for (const batch of await newChanges()) await aggregate(batch);
  const { rows } = await read(token, '/reports/performance?from=2026-03-10&to=2026-03-16');
  const changed = rows.filter(({ refunds }: Json) => refunds !== 0);
  expect(changed.map(({ key, refunds, netRevenue }: Json) => [key, refunds, netRevenue])).toEqual([
    ['2026-03-12', 30, -30],
    ['2026-03-16', -30, 30],
  ]);
  await expectBalanced(brandId);
});

test('GET /v1/conversions/{id}/refunds returns the refunds of an order in pages, the newest first', async () => {
  const { token, order } = await newOrder();
  const all: Json[] = [];
  for (const refundId of ['b', 'c', 'a']) all.unshift(await refund(token, order.id, { refundId, amount: 1 }));
  const path = `/conversions/${order.id}/refunds`;
  const first = await readPage(token, path, { limit: '2' });
  expect([first.items, first.total]).toEqual([all.slice(0, 2), 3]);
  const next = await readPage(token, path, { limit: '2', cursor: first.cursor ?? '' });
  expect([next.items, next.cursor]).toEqual([all.slice(2), null]);
  expect((await readPage(token, path, { order: 'asc' })).items).toEqual(all.toReversed());
});
