// Tests that a brand prepares one payout at a time, and what a dry run says meanwhile. overlaps.test.ts tests more steps and requests.
import { expect, test } from 'vitest';
import { pauseAt } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  payPayout,
  postPayout,
} from '#test/support/payouts.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

test('a brand prepares or cancels one payout at a time, and can prepare one while another is paid', async () => {
  const acme = await brandWithCreators(2);
  // A step takes at most 40 commissions.
  await fillCommissions(acme, 41);
  const dryRun = async () => (await postPayout(acme.admin, {}, '?dryRun=true')).json.data;
  const expectRefusal = async (id: string, status: string) => {
    const { json } = await postPayout(acme.admin);
    expect(json).toMatchObject({ code: 'payout_in_progress', details: [{ message: `${id} is ${status}` }] });
    expect(await dryRun()).toMatchObject({ isComplete: false });
  };
  useOneStepPerRequest();
  const answers = await Promise.all([postPayout(acme.admin), postPayout(acme.admin)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  stopTimer();
  const { id } = answers.find(({ status }) => status === 201)?.json.data ?? {};
  await expectRefusal(id, 'preparing');
  useOneStepPerRequest();
  await cancelPayout(acme.admin, id);
  stopTimer();
  await expectRefusal(id, 'canceling');
  await continuePendingPayouts();
  expect(await dryRun()).toMatchObject({ isComplete: true, commissionsCount: 41 });

  const paid = await createPayout(acme.admin);
  expect(paid).toMatchObject({ status: 'ready', commissionsCount: 41 });
  await createApprovedCommission(acme, acme.creators[0] ?? '', 700);
  useOneStepPerRequest();
  expect((await payPayout(acme.admin, paid.id)).status).toBe('paying');
  stopTimer();
  expect(await createPayout(acme.admin)).toMatchObject({ status: 'ready', amount: 7 });
});

test('a dry run is not complete if a payout is created and completed while it reads', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 2);
  let isComplete = true;
  for (let call = 2; isComplete; call += 1) {
    const paused = pauseAt(call, () => postPayout(acme.admin, {}, '?dryRun=true'));
    expect(await paused.isHeld).toBe(true);
    const { id } = await createPayout(acme.admin);
    ({ isComplete } = (await paused.release()).json.data);
    await cancelPayout(acme.admin, id);
  }
  expect(isComplete).toBe(false);
});

test('a request that is paused while another payout is created and completed creates no empty payout', async () => {
  const acme = await brandWithCreators(1);
  let call = 0;
  for (let isOtherCreated = true; isOtherCreated; ) {
    call += 1;
    await fillCommissions(acme, 2);
    const paused = pauseAt(call, () => postPayout(acme.admin));
    expect(await paused.isHeld).toBe(true);
    const other = await postPayout(acme.admin);
    const { status, json } = await paused.release();
    isOtherCreated = other.status === 201;
    if (isOtherCreated) expect([call, status, json.data]).toEqual([call, 200, null]);
    else expect([call, status, other.json.code]).toEqual([call, 201, 'payout_in_progress']);
  }
  expect(call).toBeGreaterThan(5);
  const { items } = await readPage(acme.admin, '/payouts', { limit: 100 });
  expect(items.map(({ commissionsCount }) => commissionsCount)).toEqual(items.map(() => 2));
});
