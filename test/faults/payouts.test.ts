import { beforeEach, expect, test, vi } from 'vitest';
import { faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import { allItems } from '#test/support/items.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  commissionsOf,
  createPayout,
  fillCommissions,
  patchPayout,
  postPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import type { Answer } from '#test/support/service.ts';
import { continueToCompletion, continueWork, newChanges } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);

healBetweenTests(engine);
// The engine has replaced the modules, also the timer. A slow machine would leave a payout unfinished after three seconds.
stopTimer();

let acme: BrandWithCreators;
beforeEach(async () => {
  acme = await brandWithCreators(3);
  await fillCommissions(acme, 60);
});

const paid = { status: 'paid', reference: 'transfer-1' };
const allFaults = [
  faults.throttled,
  faults.throttledTransaction,
  faults.conflict,
  faults.internal,
  faults.away,
];

/** Expects 503 and no writes during every fault. */
async function expectUnavailable(request: () => Promise<Answer>): Promise<void> {
  const before = await allItems();
  for (const fault of allFaults) {
    engine.fail(fault, { operation: 'TransactWriteItems' });
    expectError(await request(), errorBody(503, 'The service is busy, try again shortly'));
    engine.heal();
  }
  expect(await allItems()).toEqual(before);
}

test('every write of a payout returns 503 without effect while the table is unavailable, and succeeds afterwards', async () => {
  await expectUnavailable(() => postPayout(acme.admin));
  const { id } = await createPayout(acme.admin);
  await expectUnavailable(() => patchPayout(acme.admin, id, paid));
  await expectUnavailable(() => patchPayout(acme.admin, id, { status: 'canceled' }));
  const answer = await patchPayout(acme.admin, id, paid);
  expect(answer.json.data).toMatchObject({ status: 'paid', commissionsCount: 60 });
});

test('a payout is returned unfinished when the table fails between its steps, and a worker continues it', async () => {
  for (const fault of allFaults) {
    await newChanges();
    engine.fail(fault, { operation: 'TransactWriteItems', containing: '#BATCH' });
    const answer = await postPayout(acme.admin);
    expect([answer.status, answer.json.data?.status]).toEqual([201, 'preparing']);
    const [batch] = await newChanges();
    if (batch === undefined) throw new Error('The stream has nothing of the payout');
    await expect(continueWork(batch)).rejects.toThrow('busy');
    engine.heal();
    await continueWork(batch);
    const { id } = answer.json.data;
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 60 });
    engine.fail(fault, { operation: 'TransactWriteItems', containing: '#BATCH' });
    const canceled = await patchPayout(acme.admin, id, { status: 'canceled' });
    expect([canceled.status, canceled.json.data.status]).toEqual([200, 'canceling']);
    engine.heal();
    await continueToCompletion();
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'canceled' });
    const claimed = (await commissionsOf(acme.brand.id)).filter(({ payoutId }) => payoutId !== null);
    expect(claimed).toEqual([]);
  }
});

test('each step of a payout executes once when its first responses are lost', async () => {
  for (const containing of ['#COUNT#payouts', '#BATCH', '@creators.test']) {
    engine.fail(faults.lost, { operation: 'TransactWriteItems', containing, times: 2 });
  }
  const payout = await createPayout(acme.admin);
  expect(payout).toMatchObject({ status: 'ready', affiliatesCount: 3, commissionsCount: 60 });
  const amount = (await commissionsOf(acme.brand.id)).reduce((sum, one) => sum + one.amount, 0);
  expect(Math.round(payout.amount * 100)).toBe(amount);
  engine.fail(faults.lost, { operation: 'TransactWriteItems', times: 3 });
  const answer = await patchPayout(acme.admin, payout.id, paid);
  expect(answer.json.data.status).toBe('paid');
  const commissions = await commissionsOf(acme.brand.id);
  expect(new Set(commissions.map(({ status }) => status))).toEqual(new Set(['paid']));
});

test('a payout continues in its queue after all responses of one step were lost', async () => {
  await newChanges();
  engine.fail(faults.lost, { operation: 'TransactWriteItems', containing: '#BATCH' });
  const { id, status } = await createPayout(acme.admin);
  expect(status).toBe('preparing');
  engine.heal();
  await continueToCompletion();
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 60 });
  const commissions = await commissionsOf(acme.brand.id);
  expect(commissions.filter(({ payoutId }) => payoutId === id)).toHaveLength(60);
});
