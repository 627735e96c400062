// Tests the commissions of banned creators, which the approval run holds for review.
import { expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { approveIfDue } from '#lib/money/commissions/store/approve-due.ts';
import { getCommission } from '#lib/money/commissions/store/commissions.ts';
import { inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { commissionOf, recordOrder, refund } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

async function createOrders() {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, brand } = await createBrand();
  const [banned, paused, other] = [
    await inviteActive(admin),
    await inviteActive(admin),
    await inviteActive(admin),
  ];
  const orders = [];
  for (const { trackingCode } of [banned, banned, paused, other]) {
    orders.push(await recordOrder(admin, { trackingCode }));
  }
  await patch(admin, `/affiliates/${paused.id}`, { status: 'paused' });
  const run = () => approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
  /** Moves the clock past the hold period and returns a new token, because the earlier ones expire. */
  const passHoldPeriod = async () => {
    clock.advance(31 * secondsPerDay);
    return (await newToken(brand.id, 'admin')).token;
  };
  const ban = (token: string) => patch(token, `/affiliates/${banned.id}`, { status: 'banned' });
  return { admin, brand, banned, orders, clock, run, passHoldPeriod, ban };
}

test('the approval run holds commissions of a banned creator until an admin approves them', async () => {
  const { admin, brand, banned, orders, clock, run, passHoldPeriod, ban } = await createOrders();
  await ban(admin);
  const token = await passHoldPeriod();
  const [report, { calls }] = await trafficOf(run);
  expect(report).toEqual({ approved: 2, failed: 0, left: 0 });
  expect(calls.filter(({ operation }) => operation === 'BatchGetItem')).toHaveLength(1);
  const statuses = async () =>
    Promise.all(
      orders.map(async (order) => {
        const { status, hold } = await commissionOf(token, order);
        return [status, hold];
      }),
    );
  const hold = { reason: 'creatorBanned', since: clock.now().toISOString() };
  const approved = ['approved', null];
  expect(await statuses()).toEqual([['pending', hold], ['pending', hold], approved, approved]);

  clock.advance(3600);
  await patch(token, `/affiliates/${banned.id}`, { status: 'active' });
  expect(await run()).toEqual({ approved: 0, failed: 0, left: 0 });
  expect((await statuses())[0]).toEqual(['pending', hold]);

  const path = `/commissions/${orders[0]?.commissionId}/approve`;
  const { json } = await send('PATCH', path, { token });
  expect(json.data).toMatchObject({ status: 'approved', hold: null });
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);
});

test('the approval run holds commissions one by one when a refund conflicts with the batch', async () => {
  const { admin, brand, orders, clock, run, passHoldPeriod, ban } = await createOrders();
  await ban(admin);
  const token = await passHoldPeriod();
  const [touched] = orders;
  await Promise.all([run(), refund(token, touched.id, { amount: 40 })]);
  clock.advance(3600);
  await run();
  for (const order of orders.slice(0, 2)) {
    expect(await commissionOf(token, order)).toMatchObject({
      status: 'pending',
      hold: { reason: 'creatorBanned' },
    });
  }
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);
});

test('commissions that were approved before the ban are paid only with includeBanned', async () => {
  const { orders, run, passHoldPeriod, ban } = await createOrders();
  const token = await passHoldPeriod();
  await run();
  await ban(token);
  expect((await commissionOf(token, orders[0])).status).toBe('approved');
  const { json } = await send('POST', '/payouts', { token, body: {} });
  expect(json.data).toMatchObject({ status: 'ready', commissionsCount: 2, excludedCount: 1 });
  const later = await send('POST', '/payouts', { token, body: { includeBanned: true } });
  expect(later.json.data).toMatchObject({ status: 'ready', commissionsCount: 2, excludedCount: 0 });
});

test('`approveIfDue` approves a commission only when it is eligible, and only once', async () => {
  const { brand, orders, clock, passHoldPeriod } = await createOrders();
  const beforeDue = clock.now();
  await passHoldPeriod();
  const due = clock.now();
  const { commissionId } = orders[3];
  const readStored = () => getCommission(brand.id, commissionId);
  const before = await readStored();
  expect(await approveIfDue(brand.id, commissionId, beforeDue, due)).toBe(false);
  expect(await readStored()).toEqual(before);
  expect(await approveIfDue(brand.id, commissionId, due, due)).toBe(true);
  const after = await readStored();
  expect(after).toMatchObject({ status: 'approved', revision: 1 });
  expect(await approveIfDue(brand.id, commissionId, due, due)).toBe(false);
  expect(await readStored()).toEqual(after);
});
