// Commissions of creators who are banned: nobody is paid by a clock alone.
import { expect, test } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { getBrand } from '#lib/brands/store/lookup.ts';
import { approveDue } from '#lib/commissions/store/approval-run.ts';
import { approveIfDue } from '#lib/commissions/store/approve-due.ts';
import { getCommission } from '#lib/commissions/store/commissions.ts';
import { daysInSeconds } from '#lib/shared/dates.ts';
import { invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { commissionOf, recordOrder, refund } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

async function withOrders() {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, brand } = await createBrand();
  const [banned, paused, other] = [await invite(admin), await invite(admin), await invite(admin)];
  const orders = [];
  for (const { trackingCode } of [banned, banned, paused, other]) {
    orders.push(await recordOrder(admin, { trackingCode }));
  }
  await patch(admin, `/affiliates/${paused.id}`, { status: 'active' });
  await patch(admin, `/affiliates/${paused.id}`, { status: 'paused' });
  const run = () => approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
  /** When all of them are due; tokens of before are over then. */
  const atTheEnd = async () => {
    clock.advance(31 * daysInSeconds);
    return (await newToken(brand.id, 'admin')).token;
  };
  const ban = (token: string) => patch(token, `/affiliates/${banned.id}`, { status: 'banned' });
  return { admin, brand, banned, orders, clock, run, atTheEnd, ban };
}

test('are held instead of approved, until somebody looks at them', async () => {
  const { admin, brand, banned, orders, clock, run, atTheEnd, ban } = await withOrders();
  await ban(admin);
  const token = await atTheEnd();
  const [report, { calls }] = await trafficOf(run);
  expect(report).toEqual({ approved: 2, failed: 0, left: 0 });
  expect(calls.filter(({ command }) => command === 'BatchGetItemCommand')).toHaveLength(1);
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
  expect((await auditBrand(brand.id)).differences).toEqual([]);
});

test('are held one by one where they cannot be together', async () => {
  const { admin, brand, orders, clock, run, atTheEnd, ban } = await withOrders();
  await ban(admin);
  const token = await atTheEnd();
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
  expect((await auditBrand(brand.id)).differences).toEqual([]);
});

test('that were approved before stay owed', async () => {
  const { orders, run, atTheEnd, ban } = await withOrders();
  const token = await atTheEnd();
  await run();
  await ban(token);
  expect((await commissionOf(token, orders[0])).status).toBe('approved');
  const { json } = await send('POST', '/payouts', { token, body: {} });
  expect(json.data).toMatchObject({ status: 'ready', commissionsCount: 4 });
});

test('one is approved only while it is due: not one that was held, approved or put off meanwhile', async () => {
  const { brand, orders, clock, atTheEnd } = await withOrders();
  const early = clock.now();
  await atTheEnd();
  const by = clock.now();
  const { commissionId } = orders[3];
  const asStored = () => getCommission(brand.id, commissionId);
  const before = await asStored();
  expect(await approveIfDue(brand.id, commissionId, early, by)).toBe(false);
  expect(await asStored()).toEqual(before);
  expect(await approveIfDue(brand.id, commissionId, by, by)).toBe(true);
  const after = await asStored();
  expect(after).toMatchObject({ status: 'approved', revision: 1 });
  expect(await approveIfDue(brand.id, commissionId, by, by)).toBe(false);
  expect(await asStored()).toEqual(after);
});
