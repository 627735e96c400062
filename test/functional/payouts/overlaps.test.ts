// Tests that a brand prepares one payout at a time, and that a dry run never reports the amounts of an unfinished payout as complete.
import { describe, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { newKey, withKey } from '#test/support/idempotent-requests.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  cancelPayout,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  payPayout,
  postPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { type Answer, send } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

const owed = 60;
const oneStep = () => true;

/** Creates a brand with a payout that has claimed 40 of 60 commissions, and lets later requests work as usual. */
async function brandWithPayoutInPreparation() {
  const acme = await brandWithCreators(3);
  await fillCommissions(acme, owed);
  useOneStepPerRequest();
  const payout = await createPayout(acme.admin);
  expect(payout.status).toBe('preparing');
  stopTimer();
  return { acme, payout };
}

function expectInProgress(answer: Answer, id: string, status = 'preparing'): void {
  const message = `Payout ${id} is still ${status}. Send the request again when \`GET /payouts/${id}\` shows another status`;
  expectError(
    answer,
    errorBody(
      409,
      message,
      [{ path: '', message: `${id} is ${status}`, values: [id] }],
      'payout_in_progress',
    ),
  );
}

describe('POST /v1/payouts while another payout is preparing', () => {
  test('returns 409 with the id of that payout, also for other creators, but not to other brands', async () => {
    const { acme, payout } = await brandWithPayoutInPreparation();
    const before = await readPage(acme.admin, '/payouts');
    expectInProgress(await postPayout(acme.admin), payout.id);
    expectInProgress(await postPayout(acme.admin, { affiliateIds: [acme.creators[0]] }), payout.id);
    expect(await readPage(acme.admin, '/payouts')).toEqual(before);
    const globex = await brandWithCreators(1);
    await createApprovedCommission(globex, globex.creators[0] ?? '', 500);
    expect(await createPayout(globex.admin)).toMatchObject({ status: 'ready', amount: 5 });
    await continuePendingPayouts();
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({
      status: 'ready',
      commissionsCount: owed,
    });
    await createApprovedCommission(acme, acme.creators[0] ?? '', 700);
    expect(await createPayout(acme.admin)).toMatchObject({ status: 'ready', amount: 7 });
    await expectConsistentPayouts(acme);
  });

  test('leaves the idempotency key unused, so that the same request succeeds after the payout is ready', async () => {
    const { acme, payout } = await brandWithPayoutInPreparation();
    const request = { token: acme.admin, body: {}, ...withKey(newKey()) };
    expectInProgress(await send('POST', '/payouts', request), payout.id);
    await continuePendingPayouts();
    await createApprovedCommission(acme, acme.creators[0] ?? '', 700);
    const { status, json } = await send('POST', '/payouts', request);
    expect([status, json.data.amount]).toEqual([201, 7]);
  });

  test('returns 409 until the payout is canceled and all its commissions are released', async () => {
    const { acme, payout } = await brandWithPayoutInPreparation();
    useOneStepPerRequest();
    expect((await cancelPayout(acme.admin, payout.id)).status).toBe('canceling');
    expectInProgress(await postPayout(acme.admin), payout.id, 'canceling');
    await continuePendingPayouts();
    stopTimer();
    expect(await createPayout(acme.admin)).toMatchObject({ status: 'ready', commissionsCount: owed });
    await expectConsistentPayouts(acme);
  });

  test('returns 409 while an older payout than the newest one releases its commissions', async () => {
    const { acme, payout: older } = await brandWithPayoutInPreparation();
    await continuePendingPayouts();
    await createApprovedCommission(acme, acme.creators[0] ?? '', 700);
    expect(await createPayout(acme.admin)).toMatchObject({ status: 'ready', amount: 7 });
    useOneStepPerRequest();
    expect((await cancelPayout(acme.admin, older.id)).status).toBe('canceling');
    expectInProgress(await postPayout(acme.admin), older.id, 'canceling');
    await continuePendingPayouts();
    stopTimer();
    expect(await createPayout(acme.admin)).toMatchObject({ status: 'ready', commissionsCount: owed });
    await expectConsistentPayouts(acme);
  });

  test('creates a payout while an earlier payout is being paid', async () => {
    const { acme, payout } = await brandWithPayoutInPreparation();
    await continuePendingPayouts();
    await createApprovedCommission(acme, acme.creators[0] ?? '', 700);
    useOneStepPerRequest();
    expect((await payPayout(acme.admin, payout.id)).status).toBe('paying');
    stopTimer();
    expect(await createPayout(acme.admin)).toMatchObject({ status: 'ready', amount: 7 });
  });
});

describe('concurrent POST /v1/payouts', () => {
  test('never prepares two payouts of a brand at once, and the payouts contain everything that is owed', async () => {
    const acme = await brandWithCreators(4);
    await fillCommissions(acme, owed);
    useOneStepPerRequest();
    const answers = await runConcurrently(12, () => postPayout(acme.admin));
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 11 });
    const id = answers.find(({ status }) => status === 201)?.json.data.id;
    for (const answer of answers.filter(({ status }) => status === 409)) expectInProgress(answer, id);
    stopTimer();
    await continuePendingPayouts();
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: owed });
    await expectConsistentPayouts(acme);
  });
});

describe('POST /v1/payouts?dryRun=true while another payout is at work', () => {
  const dryRun = async ({ admin }: BrandWithCreators) =>
    (await postPayout(admin, {}, '?dryRun=true')).json.data;

  test('returns isComplete false at each step of a preparation and of a cancellation, and the exact amounts before and after', async () => {
    const acme = await brandWithCreators(3);
    await fillCommissions(acme, 90);
    const before = await dryRun(acme);
    expect(before).toMatchObject({ isComplete: true, commissionsCount: 90 });
    useOneStepPerRequest();
    const { id } = await createPayout(acme.admin);
    stopTimer();
    const step = async () => advance(await getPayout(acme.brand.id, id), oneStep, { now });
    let steps = 0;
    for (let { status } = await getPayout(acme.brand.id, id); status === 'preparing'; steps += 1) {
      expect(await dryRun(acme)).toMatchObject({ isComplete: false });
      ({ status } = await step());
    }
    expect(steps).toBeGreaterThan(2);
    expect(await dryRun(acme)).toMatchObject({ isComplete: true, amount: 0 });
    useOneStepPerRequest();
    let { status } = await cancelPayout(acme.admin, id);
    stopTimer();
    for (steps = 0; status === 'canceling'; steps += 1) {
      expect(await dryRun(acme)).toMatchObject({ isComplete: false });
      ({ status } = await step());
    }
    expect(steps).toBeGreaterThan(1);
    expect(await dryRun(acme)).toEqual(before);
  });

  test('returns isComplete false when a payout is created and completed while the dry run reads', async () => {
    const acme = await brandWithCreators(2);
    await fillCommissions(acme, 10);
    const expected = await dryRun(acme);
    const seen = new Set<boolean>();
    for (let call = 2; ; call += 1) {
      const paused = pauseAt(call, () => postPayout(acme.admin, {}, '?dryRun=true'));
      const isHeld = await paused.isHeld;
      const payout = isHeld ? await createPayout(acme.admin) : undefined;
      const { data } = (await paused.release()).json;
      seen.add(data.isComplete);
      if (data.isComplete) expect([expected.amount, isHeld ? 0 : expected.amount]).toContain(data.amount);
      if (payout === undefined) break;
      await cancelPayout(acme.admin, payout.id);
    }
    expect(seen).toEqual(new Set([true, false]));
  });
});
