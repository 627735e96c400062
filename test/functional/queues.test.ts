// Tests that slow work waits in a queue of its kind, so that it delays no other work (docs/decisions/0128).
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { newExport } from '#lib/outlets/exports/rules/export.ts';
import { addExport } from '#lib/outlets/exports/writes.ts';
import { createExport, inviteActive, unusedEmail } from '#test/support/creations.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { itemsOfType } from '#test/support/items.ts';
import { useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  createPayout,
  fillCommissions,
  readPayout,
} from '#test/support/payouts.ts';
import { emailsTo } from '#test/support/people.ts';
import { itemsIn, runQueues, runWorker, type WorkQueue } from '#test/support/queue-workers.ts';
import { createBrand, send } from '#test/support/service.ts';
import { receiveSesEmails } from '#test/support/ses.ts';
import { continueToCompletion, dispatch, newChanges } from '#test/support/stream.ts';
import { takeMessages } from '#test/support/wake-queue.ts';

async function dispatchAll(): Promise<void> {
  for (const batch of await newChanges()) await dispatch(batch);
}

const takeItems = (queue: WorkQueue) => itemsIn(takeMessages(queue));

async function inviteUser(): Promise<string> {
  const { admin: token } = await createBrand();
  const email = unusedEmail();
  expect((await send('POST', '/users', { token, body: { email, role: 'member' } })).status).toBe(201);
  return email;
}

const preparingExports = async (brandId: string) =>
  (await itemsOfType('export')).filter((item) => item.brandId === brandId && item.status === 'preparing');

test('60 exports of one brand do not delay an e-mail of another brand', async () => {
  await continueToCompletion();
  const { brand } = await createBrand('scale');
  const owner = { id: brand.id, currency: 'USD', timezone: 'UTC' };
  const exports = Array.from({ length: 60 }, () =>
    newExport({ resource: 'affiliates', format: 'csv' }, owner, now()),
  );
  await transact(exports.map(addExport));
  const email = await inviteUser();
  await dispatchAll();
  expect(await runQueues(['emails'])).toBe(1);
  expect(emailsTo(email)).toHaveLength(1);
  expect(await preparingExports(brand.id)).toHaveLength(60);
  const messages = takeMessages('exports');
  expect(
    itemsIn(messages)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(exports.map(({ id }) => id).toSorted());
  // SQS delivers the messages of a busy group after those of the others.
  expect(new Set(messages.map(({ group }) => group))).toEqual(new Set([brand.id]));
});

test('an e-mail that is throttled is repeated alone, and each e-mail names the configuration set of the stage', async () => {
  await continueToCompletion();
  const [first, throttled, last] = [await inviteUser(), await inviteUser(), await inviteUser()];
  const configurationSet = 'creator-affiliate-test';
  const received = await receiveSesEmails({ from: 'no-reply@mail.test', configurationSet, throttled });
  await dispatchAll();
  const items = takeItems('emails');
  expect(items).toHaveLength(3);
  const results = await Promise.allSettled(items.map((item) => runWorker('emails', item)));
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(failures).toEqual(['ServiceUnavailable: SES returned 429']);
  expect(received.map((email) => email.ConfigurationSetName)).toEqual(
    Array.from({ length: 3 }, () => configurationSet),
  );
  const waiting = (await itemsOfType('email')).map(({ to }) => to);
  expect([first, throttled, last].map((to) => waiting.includes(to))).toEqual([false, true, false]);
});

test('a message names its item and contains no data of it', async () => {
  await continueToCompletion();
  const email = await inviteUser();
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createExport(token);
  const { id: affiliateId } = await inviteActive(token);
  await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token });
  await dispatchAll();
  const queues = ['emails', 'exports', 'erasures'] as const;
  const messages = queues.flatMap(takeMessages);
  expect(messages).toHaveLength(3);
  for (const { body } of messages) expect(Object.keys(JSON.parse(body))).toEqual(['brandId', 'id']);
  expect(JSON.stringify(messages)).not.toContain(email);
  expect(itemsIn(messages)).toContainEqual({ brandId: brand.id, id });
});

test('the steps of a worker send no messages from the stream, so that workers do not multiply', async () => {
  const acme = await brandWithCreators(2);
  await fillCommissions(acme, 81);
  await continueToCompletion();
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin);
  await dispatchAll();
  let runs = 0;
  for (let items = takeItems('payouts'); items.length > 0; items = takeItems('payouts')) {
    expect(items).toEqual([{ brandId: acme.brand.id, id }]);
    await runWorker('payouts', { brandId: acme.brand.id, id });
    await dispatchAll();
    runs += 1;
  }
  expect(runs).toBeGreaterThan(2);
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 81 });
});

test('a payout that a request moves to another phase gets a worker', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 41);
  await continueToCompletion();
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin);
  await dispatchAll();
  expect(takeItems('payouts')).toEqual([{ brandId: acme.brand.id, id }]);
  await cancelPayout(acme.admin, id);
  await dispatchAll();
  const messages = takeMessages('payouts');
  expect(itemsIn(messages)).toEqual([{ brandId: acme.brand.id, id }]);
  // The request works on the payout for three seconds.
  expect(messages[0]?.delaySeconds).toBe(5);
});

test('a worker whose step another worker has taken stops, and looks again later', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 81);
  await continueToCompletion();
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin);
  await continueUntilStep();
  const item = { brandId: acme.brand.id, id };
  // The worker has read the payout and selects commissions.
  const worker = pauseAt(2, () => runWorker('payouts', item));
  expect(await worker.isHeld).toBe(true);
  await advance(await getPayout(acme.brand.id, id), () => true, { now });
  const { revision } = await getPayout(acme.brand.id, id);
  await worker.release();
  expect((await getPayout(acme.brand.id, id)).revision).toBe(revision);
  expect(takeMessages('payouts')).toMatchObject([
    { body: JSON.stringify(item), group: acme.brand.id, delaySeconds: 5 },
  ]);
  await runWorker('payouts', item);
  await continueToCompletion();
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 81 });
});

/** Drops the messages and the changes so far. */
async function continueUntilStep(): Promise<void> {
  await newChanges();
  takeMessages('payouts');
}

test.each<[WorkQueue, string]>([
  ['emails', 'none'],
  ['creatorMails', 'aff_01JD0000000000000000000000.none'],
  ['creatorMails', 'evt_01JD0000000000000000000000'],
  ['exports', 'exp_01JD0000000000000000000000'],
  ['exports', 'imp_01JD0000000000000000000000'],
  ['payouts', 'pay_01JD0000000000000000000000'],
  ['simulations', 'sim_01JD0000000000000000000000'],
  ['erasures', 'era_01JD0000000000000000000000'],
  ['erasures', 'cmp_01JD0000000000000000000000'],
])('a message of the queue %s whose item %s does not exist has no effect', async (queue, id) => {
  const { brand } = await createBrand('scale');
  await runWorker(queue, { brandId: brand.id, id });
  expect(takeMessages(queue)).toEqual([]);
});
