// Tests erasures whose steps meet another worker, the end of their time, or a repeated request.

import { expect, onTestFinished, test, vi } from 'vitest';
import { continueErasure, continueRecorded, type Erasers } from '#lib/care/privacy/store/advance.ts';
import { getErasure } from '#lib/care/privacy/store/erasures.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { workMilliseconds } from '#lib/foundation/shared/time-limit.ts';
import { dynamoDb, getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createDiscount, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, dispatch, newChanges } from '#test/support/stream.ts';
import { fakeTimer } from '#test/support/timers.ts';

const noErasers: Erasers = {
  getClock: async () => ({ now }),
  expireExports: async () => {},
  expireImports: async () => {},
  expireReconciliations: async () => {},
  eraseEvents: async () => {},
};

async function begunErasure() {
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId } = await inviteActive(token);
  const { json } = await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token });
  await newChanges();
  const { id } = json.data;
  const current = () => getErasure(brand.id, id);
  /** Runs a worker once, as for a message. */
  const run = async (erasers = noErasers) => {
    await continueErasure({ brandId: brand.id, id }, erasers);
    return current();
  };
  /** The stream function sees the event of the erasure, and a worker continues. */
  const record = async (erasers = noErasers) => {
    await continueRecorded([{ brandId: brand.id, id }], erasers.getClock);
    if ((await current()).phase === 'events') await run(erasers);
  };
  return { current, run, record };
}

test('a function stops after the step in which its time is over, and the next function takes the next step', async () => {
  const { run, record, current } = await begunErasure();
  fakeTimer(workMilliseconds);
  const phases = [];
  for (let runs = 0; runs < 10; runs += 1) phases.push((await run()).phase);
  // The items are in seven lists.
  const ofItems = ['items', 'items', 'items', 'items', 'items', 'items'];
  expect(phases).toEqual([...ofItems, 'lines', 'exports', 'record', 'record']);
  await record();
  expect(await current()).toMatchObject({ phase: 'events', position: { list: 1 } });
  const ofEvents = [];
  for (let runs = 0; runs < 6; runs += 1) ofEvents.push((await run()).phase);
  expect(ofEvents).toEqual(['events', 'events', 'events', 'events', 'events', 'done']);
});

test('an erasure waits for the record of its event, and ignores a record that is delivered early or again', async () => {
  const { run, record, current } = await begunErasure();
  await record();
  expect(await current()).toMatchObject({ phase: 'items', revision: 0 });
  expect(await run()).toMatchObject({ phase: 'record', completedAt: null });
  await record();
  const done = await current();
  expect(done).toMatchObject({ phase: 'done', completedAt: expect.any(String) });
  await record();
  await run();
  expect(await current()).toEqual(done);
});

test('an erasure does not continue before the copies of the events in its batch are written', async () => {
  const { run, current } = await begunErasure();
  await run();
  for (const batch of await newChanges()) await aggregate(batch);
  const segments = await newChanges();
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    const isCopy = args[0] === 'PutItem' && String(Object(args[1]).Item.pk).endsWith('#EVENTS');
    if (isCopy) throw Object.assign(new Error('The table did not answer'), { name: 'AbortError' });
    return Reflect.apply(sendCommand, undefined, args);
  });
  onTestFinished(() => spy.mockRestore());
  const attempts = await Promise.allSettled(segments.map(dispatch));
  expect(attempts.map(({ status }) => status)).toContain('rejected');
  expect(await current()).toMatchObject({ phase: 'record' });
  spy.mockRestore();
  for (const batch of segments) await dispatch(batch);
  expect(await current()).toMatchObject({ phase: 'events' });
});

test('a worker whose step another worker has taken changes nothing, and does not fail', async () => {
  const clock = fakeClock();
  const { run, record, current } = await begunErasure();
  let expiries = 0;
  const overtaken = await run({
    ...noErasers,
    expireExports: async () => {
      expiries += 1;
      if (expiries === 1) await run();
    },
  });
  expect(overtaken).toMatchObject({ phase: 'record', revision: 9 });
  let erasures = 0;
  await record({
    ...noErasers,
    eraseEvents: async () => {
      erasures += 1;
      if (erasures > 1) return;
      await run();
      clock.advance(60);
    },
  });
  const done = await current();
  expect([erasures, done.phase, done.revision]).toEqual([1, 'done', 17]);
  expect(Date.parse(done.completedAt ?? '')).toBe(clock.now().getTime() - 60_000);
});

test('two simultaneous requests to erase a person return the same erasure', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await inviteActive(token);
  const eraseTwice = async (path: string) => {
    const erase = () => send('DELETE', `${path}/personal-data`, { token });
    const answers = await Promise.all([erase(), erase()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const ids = new Set(answers.map(({ json }) => json.data.id));
    expect(ids.size).toBe(1);
    expect((await erase()).json.data.id).toBe([...ids][0]);
    return [...ids][0];
  };
  await eraseTwice(`/affiliates/${id}`);
  await recordOrder(token, { customerId: 'customer-7' });
  const first = await eraseTwice('/customers/customer-7');
  await recordAllEvents();
  await recordOrder(token, { customerId: 'customer-7' });
  expect(await eraseTwice('/customers/customer-7')).not.toBe(first);
});

test('an item that is changed between the read and the write of a step is erased with the change', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId } = await inviteActive(token);
  const { id } = await createDiscount(token, affiliateId, { metadata: { note: 'for Ada' } });
  const { json } = await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token });
  const erasure = await getErasure(brand.id, json.data.id);
  // The calls read the erasure, the list and the code, and write the code.
  const worker = pauseAt(4, () => continueErasure(erasure, noErasers));
  expect(await worker.isHeld).toBe(true);
  const before = await getItem(keys.item(brand.id, 'discount', id));
  await patch(token, `/discounts/${id}`, { metadata: { other: 'for Ada' } });
  await worker.release();
  const revision = Number(before?.revision) + 2;
  expect(await getItem(keys.item(brand.id, 'discount', id))).toMatchObject({
    ...{ metadata: {}, revision, erasedRevision: revision },
  });
});

test('an item whose personal data was removed before is marked as erased, because its earlier events may be recorded later', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId } = await inviteActive(token);
  const { id } = await createDiscount(token, affiliateId, { metadata: { note: 'for Ada' } });
  await patch(token, `/discounts/${id}`, { metadata: { note: null } });
  const { json } = await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token });
  const erasure = await getErasure(brand.id, json.data.id);
  await continueErasure(erasure, noErasers);
  const item = await getItem(keys.item(brand.id, 'discount', id));
  expect(item).toMatchObject({ metadata: {}, erasedRevision: item?.revision });
});
