// Approves and pays everything at the end of a run, and predicts the balances.
import { expect } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { createdAt } from '#test/support/fake-clock.ts';
import { readPage } from '#test/support/lists.ts';
import type { ManualModel } from '#test/support/money-model.ts';
import { payPayout, postPayout } from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { type Balances, expectBalances, readAll } from './books.ts';
import { expectMonths, monthlyOf, secondsUntilRun, settleByApprovalRun } from './months.ts';
import type { World } from './world.ts';

/** The present payouts are paid first. Then everybody is paid who is owed something, and clawbacks of the others wait. */
function settled({ pending, approved, inPayout, paid }: Balances, monthly: bigint): Balances {
  const owed = pending + approved + monthly;
  const isPaid = owed > 0n;
  const before = paid + inPayout;
  return { pending: 0n, approved: isPaid ? 0n : owed, inPayout: 0n, paid: isPaid ? before + owed : before };
}

async function approveAll({ token }: World): Promise<void> {
  for (;;) {
    const { items } = await readPage(token, '/commissions', { status: 'pending', limit: 100 });
    if (items.length === 0) return;
    const body = { ids: items.map(({ id }) => id) };
    expect((await send('POST', '/commissions/approve', { token, body })).status).toBe(200);
  }
}

async function payReady(world: World): Promise<void> {
  for (const { id, status } of await readAll(world, '/payouts'))
    if (status === 'ready') await payPayout(world.token, id);
  await continuePendingPayouts();
}

/** Returns what the settled months add to the balance of a creator. */
async function settleMonths(world: World): Promise<(id: string) => bigint> {
  const before = monthlyOf(await readAll(world, '/commissions'));
  await settleByApprovalRun(world);
  const commissions = await readAll(world, '/commissions');
  expectMonths(world, commissions);
  const sumOf = (all: readonly ManualModel[], id: string) =>
    all.filter(({ affiliateId }) => affiliateId === id).reduce((sum, { amount }) => sum + amount, 0n);
  return (id) => sumOf(monthlyOf(commissions), id) - sumOf(before, id);
}

export async function settleAll(world: World): Promise<void> {
  const before = await expectBalances(world);
  await payReady(world);
  await approveAll(world);
  const monthly = await settleMonths(world);
  // A payout has no commissions that were created after it.
  const afterRun = addSeconds(now(), 2 * secondsUntilRun).toISOString();
  // 200: nothing is owed to anybody. Then no balance changes.
  const { status } = await createdAt(afterRun, () => postPayout(world.token, { minimum: 0 }));
  expect([200, 201]).toContain(status);
  await continuePendingPayouts();
  await payReady(world);
  const after = await expectBalances(world);
  expect((await readAll(world, '/payouts')).some(({ status }) => status === 'paid')).toBe(true);
  for (const [id, balances] of before)
    expect([id, after.get(id)]).toEqual([id, settled(balances, monthly(id))]);
}
