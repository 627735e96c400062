// Tests orders whose commissions an earlier program has paid.
import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { createApiKey, inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import {
  commissionOf,
  read,
  recordOrder,
  refund,
  sendOrder,
  sendOrders,
  sumsOf,
  unusedOrder,
} from '#test/support/orders.ts';
import { createPayout } from '#test/support/payouts.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

/** The creator is invited long after the order, as in a program that moves from another service. */
const orderedAt = '2025-03-01T12:00:00.000Z';
const imported = { settledElsewhere: true, occurredAt: orderedAt };

async function newProgram() {
  fakeClock('2026-03-01T12:00:00.000Z', 1);
  const { brand, admin } = await createBrand('scale');
  const creator = await inviteActive(admin);
  const { trackingCode } = creator;
  const order = (body: object = {}) => recordOrder(admin, { trackingCode, ...imported, ...body });
  const commissions = async (conversionId: string): Promise<readonly Json[]> =>
    (await readPage(admin, '/commissions', { conversionId })).items;
  const post = (path: string, body: object) => send('POST', path, { token: admin, body });
  async function expectConsistent(): Promise<void> {
    await aggregateNewClicks();
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
    expect((await compareFigures(brand.id, now(), ['orders'])).differences).toEqual([]);
    expect((await read(admin, '/reports/payables')).rows).toEqual([]);
  }
  return { brand, admin, creator, order, commissions, post, expectConsistent };
}

test('an order that is settled elsewhere counts from before the invitation, and its commission is paid at the time of the order', async () => {
  const { admin, creator, order, expectConsistent } = await newProgram();
  const own = await order({ customerEmail: creator.email });
  expect(own).toMatchObject({ settledElsewhere: true, affiliateId: creator.id });
  const commission = await commissionOf(admin, own);
  expect(commission).toMatchObject({
    ...{ status: 'paid', settledElsewhere: true, amount: 10, hold: null },
    ...{ paidAt: orderedAt, approvedAt: null, payoutId: null, eligibleAt: commission.createdAt },
  });
  expect(await sumsOf(admin, creator.id)).toEqual({
    totalRevenue: 100,
    totalOrders: 1,
    commissionEarned: 10,
  });
  const paidOn = (day: string) => readPage(admin, '/commissions', { paidFrom: day, paidTo: day });
  expect((await paidOn('2025-03-01')).items.map(({ id }) => id)).toEqual([commission.id]);
  expect((await readPage(admin, '/commissions', { approvedFrom: '2025-01-01' })).items).toEqual([]);
  await expectConsistent();
});

test('other orders from before the invitation stay without a creator, and have no mark', async () => {
  const { order } = await newProgram();
  const other = await order({ settledElsewhere: false });
  expect(other).toMatchObject({ settledElsewhere: false, affiliateId: null, commissionId: null });
  expect(other.receipt.attribution).toBe('creatorNotYetInvited');
});

test('a refund, its reversal, an edit and a cancellation adjust the paid commission by amounts that are paid as well', async () => {
  const { admin, creator, order, commissions, post, expectConsistent } = await newProgram();
  const { id } = await order();
  const { commissionId } = await refund(admin, id, { refundId: 'r-1', amount: 40 });
  expect(await read(admin, `/commissions/${commissionId}`)).toMatchObject({
    ...{ kind: 'adjustment', amount: -4, status: 'paid', settledElsewhere: true, approvedAt: null },
    ...{ paidAt: expect.stringContaining('2026-03-01'), payoutId: null },
  });
  await post(`/conversions/${id}/refunds/r-1/reverse`, {});
  await send('PATCH', `/conversions/${id}`, { token: admin, body: { amount: 150 } });
  expect((await sumsOf(admin, creator.id)).commissionEarned).toBe(15);
  await post(`/conversions/${id}/cancel`, { reason: 'Ordered twice' });
  const own = await commissions(id);
  expect(own.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([-15, -4, 4, 5, 10]);
  expect(own.every(({ status, payoutId }) => status === 'paid' && payoutId === null)).toBe(true);
  expect(await sumsOf(admin, creator.id)).toEqual({ totalRevenue: 0, totalOrders: 0, commissionEarned: 0 });
  await expectConsistent();
});

test('a refund that waited for the order adjusts the paid commission', async () => {
  const { admin, creator, order, commissions, post, expectConsistent } = await newProgram();
  const orderId = unusedOrder();
  for (const refundId of ['r-1', 'r-2']) await post('/refunds', { orderId, refundId, amount: 50 });
  const { id } = await order({ orderId });
  expect((await commissions(id)).map(({ amount, status }) => [amount, status])).toEqual(
    expect.arrayContaining([
      [10, 'paid'],
      [-10, 'paid'],
    ]),
  );
  expect((await sumsOf(admin, creator.id)).commissionEarned).toBe(0);
  await expectConsistent();
  await post(`/conversions/${id}/refunds/r-1/reverse`, {});
  expect((await sumsOf(admin, creator.id)).commissionEarned).toBe(5);
  await expectConsistent();
});

test('another creator of the order gets a paid commission, also after the order was refunded in full', async () => {
  const { admin, creator, order, commissions, post, expectConsistent } = await newProgram();
  const other = await inviteActive(admin);
  const [kept, refunded] = [await order(), await order()];
  await refund(admin, refunded.id, { refundId: 'r-1' });
  for (const { id } of [kept, refunded])
    await post(`/conversions/${id}/attribution`, { affiliateId: other.id, reason: 'The creator asked' });
  await post(`/conversions/${refunded.id}/refunds/r-1/reverse`, {});
  expect((await sumsOf(admin, creator.id)).commissionEarned).toBe(0);
  expect((await sumsOf(admin, other.id)).commissionEarned).toBe(20);
  const all = [...(await commissions(kept.id)), ...(await commissions(refunded.id))];
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 'paid'));
  await expectConsistent();
});

test('a reference that is added later finds a creator who was invited after the order', async () => {
  const { admin, creator, order } = await newProgram();
  const { id, affiliateId } = await order({ trackingCode: undefined });
  expect(affiliateId).toBeNull();
  const body = { trackingCode: creator.trackingCode };
  const { json } = await send('PATCH', `/conversions/${id}`, { token: admin, body });
  expect(json.data.affiliateId).toBe(creator.id);
  expect(await commissionOf(admin, json.data)).toMatchObject({ status: 'paid', settledElsewhere: true });
});

test('a payout never contains the commission, and no decision changes it', async () => {
  const { admin, creator, order } = await newProgram();
  const { id, commissionId } = await order();
  await refund(admin, id, { amount: 40 });
  const payable = await recordOrder(admin, { trackingCode: creator.trackingCode, amount: 70 });
  await patch(admin, `/commissions/${payable.commissionId}/approve`, {});
  expect(await createPayout(admin)).toMatchObject({ amount: 7, commissionsCount: 1 });
  const decide = (method: string, action: string, body?: object) =>
    send(method, `/commissions/${commissionId}/${action}`, { token: admin, ...(body && { body }) });
  for (const answer of [
    await decide('PATCH', 'approve'),
    await decide('PATCH', 'reject', { reason: 'Fraud' }),
    await decide('POST', 'restore'),
    await decide('POST', 'reopen'),
  ])
    expect([answer.status, answer.json.code]).toEqual([409, 'status_conflict']);
  expect(await commissionOf(admin, { commissionId })).toMatchObject({ status: 'paid', amount: 10 });
});

test('a repetition of the order with another mark is another order', async () => {
  const { admin, creator } = await newProgram();
  const body = { orderId: unusedOrder(), trackingCode: creator.trackingCode, ...imported };
  const [first, again, other] = [
    await sendOrder(admin, body),
    await sendOrder(admin, body),
    await sendOrder(admin, { ...body, settledElsewhere: false }),
  ];
  expect([first.status, again.status, other.json.code]).toEqual([201, 200, 'order_id_reused']);
  const [absent, no] = [
    await recordOrder(admin, { orderId: 'o-1' }),
    await sendOrder(admin, { orderId: 'o-1', settledElsewhere: false }),
  ];
  expect(no.json.data).toEqual(absent);
});

test('an API key needs the scope to write commissions, also in bulk and in a dry run', async () => {
  const { admin, creator } = await newProgram();
  const keyWith = async (...scopes: readonly string[]) => (await createApiKey(admin, { scopes })).key;
  const body = { trackingCode: creator.trackingCode, ...imported };
  const orders = await keyWith('conversions:write');
  const rows = [
    { orderId: unusedOrder(), amount: 1 },
    { orderId: unusedOrder(), amount: 1, ...body },
  ];
  for (const answer of [
    await sendOrder(orders, body),
    await sendOrder(orders, body, '?dryRun=true'),
    await sendOrders(orders, rows),
  ])
    expectError(answer, errorBody(403, expect.stringContaining('`commissions:write`')));
  expect((await readPage(admin, '/conversions')).total).toBe(0);
  expect((await sendOrder(orders, { ...body, settledElsewhere: false })).status).toBe(201);
  const both = await keyWith('conversions:write', 'commissions:write');
  expect((await sendOrders(both, rows)).json.meta).toMatchObject({ created: 2, failed: 0 });
});
