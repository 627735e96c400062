// Creates a brand whose orders, commissions, customers and payouts are corrected by requests that are delivered several times, and
// checks that each correction took effect once.
import { expect } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { ledgerPartition, ledgerShards } from '#lib/foundation/table/keys/money-keys.ts';
import { dataOf } from './answers.ts';
import { runInBatches } from './concurrent.ts';
import { inviteActive, patch, unusedOrder } from './creations.ts';
import { type Task, task } from './delivered-tasks.ts';
import type { Json } from './json.ts';
import { commissionOf, read, recordOrder, refund, sumsOf } from './orders.ts';
import { createPayout, payPayout } from './payouts.ts';
import { createBrand, send } from './service.ts';
import { continuePendingPayouts } from './stream.ts';

/** How many things of each kind are corrected. */
const each = 4;
const refunded = 30;
const reason = 'Correction';

/** Counts the entries of the ledger by kind. */
async function entriesOf(brandId: string): Promise<Readonly<Record<string, number>>> {
  const shards = await Promise.all(
    ledgerShards.map((shard) => queryPartition(ledgerPartition(brandId, shard))),
  );
  const kinds = Object.groupBy(shards.flat(), ({ kind }) => String(kind));
  return Object.fromEntries(Object.entries(kinds).map(([kind, entries = []]) => [kind, entries.length]));
}

/** Creates a payout of two creators with a bonus each. */
async function newPayout(token: string) {
  const creators: Json[] = await runInBatches(2, () => inviteActive(token));
  const affiliateIds: string[] = creators.map(({ id }) => id);
  for (const affiliateId of affiliateIds) {
    const body = { affiliateId, kind: 'bonus', amount: 50, reason };
    await dataOf(send('POST', '/commissions', { token, body }), 201);
  }
  const { id } = await createPayout(token, { affiliateIds });
  return { id, path: `/payouts/${id}`, line: `/payouts/${id}/lines/${affiliateIds[0]}` };
}

async function newPaidPayout(token: string) {
  const payout = await newPayout(token);
  await payPayout(token, payout.id, unusedOrder());
  return payout;
}

/** A brand prepares one payout at a time. */
async function newPayouts(token: string) {
  const reopened = [];
  for (let count = 0; count < each; count += 1) reopened.push(await newPaidPayout(token));
  const [failedBefore, paidAlone] = [await newPayout(token), await newPayout(token)];
  return { reopened, failedBefore, paidAlone, failedAfter: await newPaidPayout(token) };
}

/** Creates what the requests correct: orders and commissions of the creator `from`, and payouts. */
async function createThings(token: string, trackingCode: string) {
  const orders = (): Promise<Json[]> => runInBatches(each, () => recordOrder(token, { trackingCode }));
  const [moved, canceled, rejected] = [await orders(), await orders(), await orders()];
  const [disputed, reopened, restored] = [await orders(), await orders(), await orders()];
  const customerIds = Array.from({ length: each }, () => `customer-${unusedOrder()}`);
  for (const customerId of customerIds) await recordOrder(token, { trackingCode, customerId });
  for (const { id } of disputed) await refund(token, id, { refundId: 'one', amount: refunded });
  for (const { commissionId } of reopened) await patch(token, `/commissions/${commissionId}/approve`, {});
  for (const { commissionId } of restored)
    await patch(token, `/commissions/${commissionId}/reject`, { reason });
  return {
    moved,
    canceled,
    rejected,
    disputed,
    reopened,
    restored,
    customerIds,
    payouts: await newPayouts(token),
  };
}

type Things = Awaited<ReturnType<typeof createThings>>;

interface Creators {
  readonly from: Json;
  readonly to: Json;
}

/** Refunds orders by their order ids. A refund can arrive before its order or after it. */
const refundsByOrderId = (
  token: string,
  trackingCode: string,
  orderIds: readonly string[],
): readonly Task[] =>
  orderIds.flatMap((orderId) => {
    const order = { orderId, amount: 100, trackingCode };
    const body = { orderId, refundId: 'one', amount: refunded };
    return [
      task('conversions.create', '/conversions', [201, 200], { token, body: order }),
      task('refunds.create', '/refunds', [201, 200], { token, body }),
    ];
  });

const correctionsOf = (token: string, things: Things, { from, to }: Creators): readonly Task[] => {
  const moving = { token, body: { affiliateId: to.id, reason } };
  const explained = { token, body: { reason } };
  const bonus = { affiliateId: from.id, kind: 'bonus', amount: 7, reason };
  const { reopened, failedBefore, failedAfter, paidAlone } = things.payouts;
  const line = (path: string, status: 'paid' | 'failed') =>
    // A line that is being marked cannot be marked again, which is a 409.
    task('payouts.updateLine', path, [200, 200, 409], { token, body: { status } });
  return [
    task('conversions.assignMany', '/conversions/attribution', [200, 200], {
      token,
      body: { ...moving.body, ids: things.moved.slice(each / 2).map(({ id }) => id) },
    }),
    ...things.moved
      .slice(0, each / 2)
      .map(({ id }) => task('conversions.attribute', `/conversions/${id}/attribution`, [200, 200], moving)),
    ...things.canceled.map(({ id }) =>
      task('conversions.cancel', `/conversions/${id}/cancel`, [200, 200], explained),
    ),
    ...things.disputed.map(({ id }) =>
      task('refunds.reverse', `/conversions/${id}/refunds/one/reverse`, [200, 200], explained),
    ),
    task('commissions.rejectMany', '/commissions/reject', [200, 200], {
      token,
      body: { ids: things.rejected.map(({ commissionId }) => commissionId), reason },
    }),
    ...things.reopened.map(({ commissionId }) =>
      task('commissions.reopen', `/commissions/${commissionId}/reopen`, [200, 200], { token }),
    ),
    ...things.restored.map(({ commissionId }) =>
      task('commissions.restore', `/commissions/${commissionId}/restore`, [200, 200], { token }),
    ),
    ...things.customerIds.map((customerId) =>
      task('customers.update', `/customers/${customerId}`, [200, 200], moving),
    ),
    // A bonus has no natural key, so that only an idempotency key makes its retries safe.
    ...Array.from({ length: each }, (_, index) =>
      task('commissions.create', '/commissions', [201, 201], { token, body: bonus, key: `bonus-${index}` }),
    ),
    // A repetition is a 409 as soon as the payout is ready again.
    ...reopened.map(({ path }) => task('payouts.reopen', `${path}/reopen`, [200, 200, 409], explained)),
    line(failedBefore.line, 'failed'),
    line(failedAfter.line, 'failed'),
    line(paidAlone.line, 'paid'),
  ];
};

export async function createCorrections() {
  const { admin: token, brand } = await createBrand('scale');
  const [from, to] = [await inviteActive(token), await inviteActive(token)];
  const things = await createThings(token, from.trackingCode);
  const orderIds = Array.from({ length: each }, unusedOrder);
  const tasks = [
    ...correctionsOf(token, things, { from, to }),
    ...refundsByOrderId(token, from.trackingCode, orderIds),
  ];
  return { token, brandId: brand.id, from, to, things, orderIds, tasks, before: await entriesOf(brand.id) };
}

export type Corrections = Awaited<ReturnType<typeof createCorrections>>;

/** All entries that the requests add, also if a refund arrives before its order. */
const added = {
  // An order that moves to another creator leaves one and arrives at the other, with another commission.
  order: 2 * each + each,
  commission: each + each,
  reversal: each + each,
  cancellation: each,
  refund: each,
  refundReversal: each,
  adjustment: each + each,
  bonus: each,
  rejection: each,
  reopening: each,
  restoration: each,
  payoutReopen: 2 * each,
  payout: 1,
  payoutReturn: 1,
  payoutRelease: 1,
};

async function expectPayouts(token: string, { payouts }: Things): Promise<void> {
  for (const { path } of payouts.reopened)
    expect(await read(token, path)).toMatchObject({ status: 'ready', amount: 100, failedCount: 0 });
  const { failedBefore, failedAfter, paidAlone } = payouts;
  const oneFailed = { amount: 50, failedCount: 1 };
  expect(await read(token, failedBefore.path)).toMatchObject({ status: 'ready', ...oneFailed });
  expect(await read(token, failedAfter.path)).toMatchObject({ status: 'paid', ...oneFailed });
  expect(await read(token, paidAlone.path)).toMatchObject({ status: 'ready', amount: 100, paidCount: 1 });
}

/** Compares what was corrected, the totals of both creators and the ledger with the requests. */
export async function expectCorrectedOnce(corrections: Corrections): Promise<void> {
  const { token, brandId, from, to, things, orderIds, before } = corrections;
  // A payout that a request left unfinished is completed by a worker.
  await continuePendingPayouts();
  await expectPayouts(token, things);
  const statuses = async (orders: readonly Json[]): Promise<readonly string[]> =>
    Promise.all(
      orders.map(async (order) => (await commissionOf(token, order as { commissionId: string })).status),
    );
  const all = (status: string) => Array.from({ length: each }, () => status);
  expect(await statuses(things.rejected)).toEqual(all('rejected'));
  expect(await statuses(things.canceled)).toEqual(all('reversed'));
  for (const kind of [things.reopened, things.restored, things.disputed])
    expect(await statuses(kind)).toEqual(all('pending'));
  for (const customerId of things.customerIds)
    expect(await read(token, `/customers/${customerId}`)).toMatchObject({
      affiliateId: to.id,
      pastAffiliates: [{ affiliateId: from.id }],
    });
  for (const orderId of orderIds)
    expect((await read(token, `/conversions/by-order-id/${orderId}`)).refundedAmount).toBe(refunded);
  // Orders that were canceled do not count, and all others of 100 count with 10 %. Those that were rejected earn nothing.
  const left = 5 * each;
  expect(await sumsOf(token, from.id)).toEqual({
    totalOrders: left + each,
    totalRevenue: 100 * left + (100 - refunded) * each,
    commissionEarned: 10 * (left - each) + (10 - refunded / 10) * each + 7 * each,
  });
  expect(await sumsOf(token, to.id)).toEqual({
    totalOrders: each,
    totalRevenue: 100 * each,
    commissionEarned: 10 * each,
  });
  const after = await entriesOf(brandId);
  const difference = Object.entries(after).map(
    ([kind, count]) => [kind, count - (before[kind] ?? 0)] as const,
  );
  expect(Object.fromEntries(difference.filter(([, count]) => count !== 0))).toEqual(added);
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}
