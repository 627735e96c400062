// Tests payouts whose steps meet incomplete reads, or a cancellation between two table calls of a worker.
import { expect, test, vi } from 'vitest';
import { singleAttempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { payoutLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { createPayoutOnce, newPayout } from '#lib/money/payouts/store/create.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  readCommission,
  readPayout,
} from '#test/support/payouts.ts';
import { sized } from '#test/support/size.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

/** Creates a payout that has taken its first step only. */
async function startPayout(acme: BrandWithCreators) {
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin);
  stopTimer();
  return getPayout(acme.brand.id, id);
}

type Line = Readonly<Record<string, unknown>>;

/** Changes what the first query for the lines of a payout returns. */
function changeFirstRead(partition: string, change: (lines: readonly Line[]) => readonly Line[]) {
  const send = dynamoDb.send.bind(dynamoDb);
  let reads = 0;
  vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    const output = await Reflect.apply(send, undefined, args);
    const { ExpressionAttributeValues: values } = Object(args[1]);
    if (values?.[':p'] !== partition) return output;
    reads += 1;
    return reads === 1 ? { ...output, Items: change(output.Items) } : output;
  });
  return () => reads;
}

test.each([
  ['misses a line', (lines: readonly Line[]) => lines.slice(1)],
  ['misses the last line', (lines: readonly Line[]) => lines.slice(0, -1)],
  ['misses all lines', () => []],
  [
    'returns a line without its last commission',
    ([first = {}, ...others]: readonly Line[]) => [
      { ...first, amount: 1, commissionsCount: Number(first.commissionsCount) - 1 },
      ...others,
    ],
  ],
])('a payout is exact although the first query for its lines %s', async (_, change) => {
  const acme = await brandWithCreators(3);
  await fillCommissions(acme, 12);
  await createApprovedCommission(acme, acme.creators[1] ?? '', -1_000_000);
  const { id } = await startPayout(acme);
  const reads = changeFirstRead(payoutLinePartition(acme.brand.id, id), change);
  await continuePendingPayouts();
  vi.restoreAllMocks();
  expect(reads()).toBeGreaterThan(1);
  const payout = await readPayout(acme.admin, id);
  expect(payout).toMatchObject({ status: 'ready', affiliatesCount: 2, commissionsCount: 8 });
  expect(payout.lines.map(({ email }: { email: string }) => email)).toEqual([
    expect.stringMatching(/@creators\.test$/),
    expect.stringMatching(/@creators\.test$/),
  ]);
  await expectConsistentPayouts(acme);
});

test('a payout counts an excluded creator once, although it has begun its lines again', async () => {
  const acme = await brandWithCreators(2);
  const [active = '', banned = ''] = acme.creators;
  for (const id of [active, banned]) await createApprovedCommission(acme, id, 500);
  const { id } = await startPayout(acme);
  await patch(acme.admin, `/affiliates/${banned}`, { status: 'banned' });
  const missesOthers = (lines: readonly Line[]) => lines.filter(({ affiliateId }) => affiliateId === banned);
  const reads = changeFirstRead(payoutLinePartition(acme.brand.id, id), missesOthers);
  await continuePendingPayouts();
  vi.restoreAllMocks();
  expect(reads()).toBeGreaterThan(1);
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', amount: 5, excludedCount: 1 });
  await expectConsistentPayouts(acme);
});

test('a payout that is canceled between two calls of a working function releases all commissions', async () => {
  const acme = await brandWithCreators(3);
  await fillCommissions(acme, 44);
  await createApprovedCommission(acme, acme.creators[0] ?? '', -1_000_000);
  let calls = 0;
  for (let isHeld = true; isHeld; ) {
    const payout = await startPayout(acme);
    calls += sized(4, 1);
    const worker = pauseAt(calls, () => advance(payout, neverOver, { now }));
    isHeld = await worker.isHeld;
    await cancelPayout(acme.admin, payout.id);
    await worker.release();
    await continuePendingPayouts();
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'canceled' });
    const claimed = (await commissionsOf(acme.brand.id)).filter(({ payoutId }) => payoutId !== null);
    expect([calls, claimed]).toEqual([calls, []]);
  }
  expect(calls).toBeGreaterThan(8);
  await expectConsistentPayouts(acme);
});

/** Creates a payout without a step. */
async function createOnly({ brand }: BrandWithCreators) {
  const attempt = singleAttempt(now());
  const payout = await createPayoutOnce(newPayout({}, brand, attempt), attempt);
  if (!('id' in payout)) throw new Error(payout.emptyReason);
  return payout;
}

const neverOver = () => false;

test('a commission that is rejected after a step has read it is not in the payout, and the others are', async () => {
  const acme = await brandWithCreators(2);
  await fillCommissions(acme, 4);
  const [rejected] = await commissionsOf(acme.brand.id);
  const payout = await createOnly(acme);
  // The first call reads the commissions, and the second one claims them.
  const worker = pauseAt(2, () => advance(payout, neverOver, { now }));
  expect(await worker.isHeld).toBe(true);
  await patch(acme.admin, `/commissions/${rejected?.id}/reject`, { reason: 'Forged' });
  expect(await worker.release()).toMatchObject({ status: 'ready', commissionsCount: 3 });
  expect(await readCommission(acme.brand.id, rejected?.id ?? '')).toMatchObject({
    ...{ status: 'rejected', payoutId: null },
  });
  await expectConsistentPayouts(acme);
});

test('a payout claims the commissions up to the millisecond of its creation, and none that is newer', async () => {
  const clock = fakeClock();
  const acme = await brandWithCreators(1);
  const [creator = ''] = acme.creators;
  await createApprovedCommission(acme, creator, 100);
  const payout = await createOnly(acme);
  clock.advance(0.001);
  const newer = await createApprovedCommission(acme, creator, 200);
  expect(await advance(payout, neverOver, { now })).toMatchObject({ status: 'ready', amount: 100 });
  expect(await readCommission(acme.brand.id, newer.id)).toMatchObject({ payoutId: null });
});

test('two workers take each step of a payout once, although one of them pauses at any call', async () => {
  const acme = await brandWithCreators(2);
  await fillCommissions(acme, 3);
  await createApprovedCommission(acme, acme.creators[0] ?? '', -1_000_000);
  let calls = 0;
  for (let isHeld = true; isHeld; ) {
    calls += 1;
    const payout = await createOnly(acme);
    const worker = pauseAt(calls, () => advance(payout, neverOver, { now }));
    isHeld = await worker.isHeld;
    const other = await advance(await getPayout(acme.brand.id, payout.id), neverOver, { now });
    expect(await worker.release()).toEqual(other);
    expect(other).toMatchObject({ status: 'ready', affiliatesCount: 1, commissionsCount: 1 });
    if (isHeld) await cancelPayout(acme.admin, payout.id);
  }
  expect(calls).toBeGreaterThan(5);
  await expectConsistentPayouts(acme);
});
