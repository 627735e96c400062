// Tests changes of webhook endpoints that meet other changes: two users at once, a worker, the limits, and expired items.
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { dynamoDb, getItem, putItem, queryPartition, updateItem } from '#lib/foundation/table/client.ts';
import { eventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import {
  deliveryPartition,
  retryPartition,
  webhookKeys,
  webhookTaskPartition,
} from '#lib/foundation/table/keys/webhook-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { storedSecrets } from '#lib/outlets/webhooks/schema/stored.ts';
import { wakeEndpoints } from '#lib/outlets/webhooks/store/wakes.ts';
import { addTask } from '#lib/outlets/webhooks/writes.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, createWebhook, inviteActive, patch } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { fakeTimer } from '#test/support/timers.ts';
import { takeWakes } from '#test/support/wake-queue.ts';
import { behaviours, type Receiver } from '#test/support/webhook-receivers.ts';
import { deliverAll, discardDeliveries, runWorker } from '#test/support/webhook-workers.ts';

let admin: string;
let brandId: string;
beforeEach(async () => {
  await discardDeliveries();
  const created = await createBrand('scale');
  admin = (await createApiKey(created.admin)).key;
  brandId = created.brand.id;
});

afterAll(discardDeliveries);

const pathOf = (id: string): string => `/webhook-endpoints/${id}`;
const endpointOf = (id: string) => dataOf(send('GET', pathOf(id), { token: admin }));
const idsAt = ({ received }: Receiver) => received.map(({ headers }) => String(headers['webhook-id']));

/** Runs the action once, before the next transaction is sent. */
function beforeNextTransaction(action: () => Promise<unknown>): void {
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === 'TransactWriteItems') {
      spy.mockRestore();
      await action();
    }
    return Reflect.apply(sendCommand, undefined, args);
  });
  onTestFinished(() => spy.mockRestore());
}

describe('two changes of a webhook endpoint at the same time', () => {
  test('both changes are kept when two users change different fields', async () => {
    const { id } = await createWebhook(admin);
    beforeNextTransaction(() => patch(admin, pathOf(id), { description: 'ERP' }));
    await patch(admin, pathOf(id), { events: ['payout.*'] });
    expect(await endpointOf(id)).toMatchObject({ description: 'ERP', events: ['payout.*'] });
  });

  test('the secrets of both rotations sign when two users rotate at the same time', async () => {
    const { id, secret } = await createWebhook(admin);
    const rotate = () => dataOf(send('POST', `${pathOf(id)}/rotate-secret`, { token: admin }));
    let first = { secret: '' };
    beforeNextTransaction(async () => {
      first = await rotate();
    });
    const second = await rotate();
    const stored = storedSecrets.parse(await getItem(webhookKeys.webhookSecrets(brandId, id)));
    expect([stored.current, ...stored.former.map((former) => former.secret)]).toEqual([
      second.secret,
      first.secret,
      secret,
    ]);
  });

  test('an endpoint is deleted and counted once when two users delete it at the same time', async () => {
    const { id } = await createWebhook(admin);
    await createWebhook(admin);
    beforeNextTransaction(() => send('DELETE', pathOf(id), { token: admin }));
    expect((await send('DELETE', pathOf(id), { token: admin })).status).toBe(404);
    const { json } = await send('GET', '/webhook-endpoints', { token: admin });
    expect([json.data.length, json.meta.total]).toEqual([1, 1]);
  });

  test('a change of a user is kept when the endpoint answers 410 meanwhile', async () => {
    const receiver: Receiver = await receiverOfTest(async (response, request) => {
      await patch(admin, pathOf(id), { description: 'A new server' });
      await behaviours.answer(410)(response, request);
    });
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
    await inviteActive(admin);
    await deliverAll();
    expect(await endpointOf(id)).toMatchObject({ status: 'enabled', description: 'A new server' });
  });

  test('an endpoint that is disabled while its worker sends receives no further batch', async () => {
    const receiver: Receiver = await receiverOfTest(async (response, request) => {
      if (receiver.received.length === 1) await patch(admin, pathOf(id), { status: 'disabled' });
      await behaviours.healthy(response, request);
    });
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.*'] });
    for (let made = 0; made < 11; made += 1) await inviteActive(admin);
    await deliverAll();
    expect(receiver.received).toHaveLength(20);
  });
});

describe('PATCH /v1/webhook-endpoints/{id}', () => {
  test('an endpoint that is enabled again receives only the events that follow, and its pending retry', async () => {
    const { clock, receiver, id, delivery } = await failedDelivery();
    await patch(admin, pathOf(id), { status: 'disabled' });
    await inviteActive(admin);
    await deliverAll();
    clock.set(new Date(Date.parse(delivery.nextAttemptAt) + 1000));
    await patch(admin, pathOf(id), { status: 'enabled' });
    expect(await getItem(webhookKeys.webhookProgress(brandId, id))).not.toHaveProperty('pausedUntil');
    expect(await queryPartition(webhookTaskPartition(brandId, id))).toMatchObject([{ kind: 'wake' }]);
    await deliverAll();
    expect(idsAt(receiver)).toEqual([delivery.eventId, delivery.eventId]);
    await inviteActive(admin);
    await deliverAll();
    expect(receiver.received).toHaveLength(3);
  });

  test('a change to the same values changes nothing, and a second enabling skips no event', async () => {
    const receiver = await receiverOfTest();
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
    await inviteActive(admin);
    const before = await getItem(webhookKeys.webhookEndpoint(brandId, id));
    const answer = await patch(admin, pathOf(id), { status: 'enabled', events: ['affiliate.invited'] });
    expect(answer).toMatchObject({ status: 'enabled', missed: null });
    expect(await getItem(webhookKeys.webhookEndpoint(brandId, id))).toEqual(before);
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
  });
});

test('a disabled endpoint accepts no test, no replay and no retry', async () => {
  const { clock, id, delivery } = await failedDelivery();
  clock.advance(1);
  await patch(admin, pathOf(id), { status: 'disabled' });
  const body = { from: delivery.createdAt };
  const answers = [
    await send('POST', `${pathOf(id)}/test`, { token: admin }),
    await send('POST', `${pathOf(id)}/replay`, { token: admin, body }),
    await send('POST', `${pathOf(id)}/deliveries/${delivery.id}/retry`, { token: admin }),
  ];
  for (const { status, json } of answers)
    expect([status, json.code]).toEqual([409, 'webhook_endpoint_disabled']);
  expect(await queryPartition(webhookTaskPartition(brandId, id))).toEqual([]);
});

test('a brand can have 20 webhook endpoints, and another one after a deletion', async () => {
  const endpoints = await Promise.all(Array.from({ length: 20 }, () => createWebhook(admin)));
  const create = () =>
    send('POST', '/webhook-endpoints', { token: admin, body: { url: 'https://hooks.acme.test/' } });
  expect(await create()).toMatchObject({ status: 403, json: { code: 'webhook_endpoint_limit_reached' } });
  await send('DELETE', pathOf(endpoints[0]?.id), { token: admin });
  expect([(await create()).status, (await create()).status]).toEqual([201, 403]);
});

/** A full second after the creation of the brand, because the times of events never decrease. */
const nextSecond = (): Date => new Date(Math.ceil(Date.now() / 1000 + 1) * 1000);

/** An endpoint with one failed delivery, whose retry and pause have not ended. */
async function failedDelivery() {
  const clock = fakeClock(nextSecond());
  const receiver = await receiverOfTest(behaviours.answer(500));
  const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
  await inviteActive(admin);
  const delays = await deliverAll();
  receiver.become(behaviours.healthy);
  const read = async () => (await send('GET', `${pathOf(id)}/deliveries`, { token: admin })).json.data;
  const [delivery] = await read();
  const progress = await getItem(webhookKeys.webhookProgress(brandId, id));
  return { clock, receiver, id, wake: { brandId, endpointId: id }, delivery, delays, read, progress };
}

describe('the pause of an endpoint that fails', () => {
  test('new events are sent at the end of the pause, and not one millisecond before', async () => {
    const { clock, receiver, wake, progress } = await failedDelivery();
    await inviteActive(admin);
    await recordAllEvents();
    const end = Date.parse(String(progress?.pausedUntil));
    clock.set(new Date(end - 1));
    await runWorker(wake);
    expect(receiver.received).toHaveLength(1);
    clock.set(new Date(end));
    await runWorker(wake);
    expect(new Set(idsAt(receiver)).size).toBe(2);
  });

  test('a second worker in the pause sends no second message for its end', async () => {
    const { delays } = await failedDelivery();
    expect(delays).toEqual([5]);
    await inviteActive(admin);
    expect(await deliverAll()).toEqual([]);
  });

  test('a retry that a user asks for is sent in the pause, and a replay waits for its end', async () => {
    const { clock, receiver, id, delivery, wake } = await failedDelivery();
    receiver.become(behaviours.answer(500));
    clock.advance(1);
    const body = { from: delivery.createdAt };
    await send('POST', `${pathOf(id)}/deliveries/${delivery.id}/retry`, { token: admin });
    clock.advance(0.001);
    await send('POST', `${pathOf(id)}/replay`, { token: admin, body });
    await runWorker(wake);
    expect(receiver.received).toHaveLength(2);
    expect(await queryPartition(webhookTaskPartition(brandId, id))).toMatchObject([{ kind: 'replay' }]);
  });

  test('a task without an attempt does not end the pause', async () => {
    const { clock, wake, id, progress } = await failedDelivery();
    await transact([addTask({ brandId, id }, { kind: 'wake' }, clock.now())]);
    await runWorker(wake);
    expect(await queryPartition(webhookTaskPartition(brandId, id))).toEqual([]);
    const after = await getItem(webhookKeys.webhookProgress(brandId, id));
    expect(after).toMatchObject({ pausedUntil: progress?.pausedUntil, failedBatches: 1 });
  });
});

describe('the retry of a delivery', () => {
  test('a retry whose time was replaced is removed without an attempt', async () => {
    const { clock, receiver, id, wake, delivery } = await failedDelivery();
    const stale = new Date(Date.parse(delivery.nextAttemptAt) - 1000);
    const retry = { deliveryId: delivery.id, at: stale.toISOString() };
    await putItem({ Item: { ...webhookKeys.deliveryRetry(brandId, id, stale, delivery.id), ...retry } });
    clock.set(new Date(Date.parse(delivery.nextAttemptAt) + 1000));
    await runWorker(wake);
    expect(receiver.received).toHaveLength(2);
    expect(await queryPartition(retryPartition(brandId, id))).toEqual([]);
  });

  test('a retry that fails is replaced by the next one', async () => {
    const { clock, receiver, id, wake, delivery, read } = await failedDelivery();
    receiver.become(behaviours.answer(500));
    clock.set(new Date(Date.parse(delivery.nextAttemptAt) + 1000));
    await runWorker(wake);
    const [{ nextAttemptAt }] = await read();
    expect(nextAttemptAt > delivery.nextAttemptAt).toBe(true);
    expect(await queryPartition(retryPartition(brandId, id))).toMatchObject([{ at: nextAttemptAt }]);
  });

  test('a delivery ends as failed when its event has expired', async () => {
    const { clock, receiver, id, wake, delivery, read } = await failedDelivery();
    const pages = await queryPartition(eventPartition(brandId));
    await transact(pages.map(({ pk, sk }) => ({ kind: 'delete', key: { pk: String(pk), sk: String(sk) } })));
    clock.set(new Date(Date.parse(delivery.nextAttemptAt) + 1000));
    await runWorker(wake);
    expect(receiver.received).toHaveLength(1);
    expect(await read()).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
    expect(await queryPartition(retryPartition(brandId, id))).toEqual([]);
  });

  test('a delivery and its retry expire 30 days after the last attempt', async () => {
    const { clock, id, wake, delivery } = await failedDelivery();
    const expiry = async (partition: string) =>
      (await queryPartition(partition)).map(
        ({ expiresAt }) => Number(expiresAt) - Math.floor(clock.now().getTime() / 1000),
      );
    expect(await expiry(deliveryPartition(brandId, id))).toEqual([30 * secondsPerDay]);
    expect(await expiry(retryPartition(brandId, id))).toEqual([30 * secondsPerDay]);
    clock.set(new Date(Date.parse(delivery.nextAttemptAt) + 1000));
    await runWorker(wake);
    expect(await expiry(deliveryPartition(brandId, id))).toEqual([30 * secondsPerDay]);
  });
});

describe('POST /v1/webhook-endpoints/{id}/replay', () => {
  test('sends an event at `from` and the last one before `to`, and none at `to`', async () => {
    const clock = fakeClock(nextSecond());
    const start = clock.now().getTime();
    const receiver = await receiverOfTest();
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
    for (const milliseconds of [0, 999, 1, 1]) {
      clock.advance(milliseconds / 1000);
      await inviteActive(admin);
    }
    await deliverAll();
    const sent = idsAt(receiver).toSorted();
    expect(sent).toHaveLength(4);
    const body = { from: new Date(start + 999).toISOString(), to: new Date(start + 1001).toISOString() };
    await send('POST', `${pathOf(id)}/replay`, { token: admin, body });
    await deliverAll();
    expect(idsAt(receiver).slice(4).toSorted()).toEqual(sent.slice(1, 3));
  });

  test('accepts a time of exactly 90 days ago, and refuses one millisecond before', async () => {
    const clock = fakeClock(nextSecond());
    const { id } = await createWebhook(admin);
    const replay = (from: number) =>
      send('POST', `${pathOf(id)}/replay`, { token: admin, body: { from: new Date(from).toISOString() } });
    const oldest = clock.now().getTime() - 90 * secondsPerDay * 1000;
    expect([(await replay(oldest)).status, (await replay(oldest - 1)).status]).toEqual([202, 400]);
  });

  test('ends when the time contains no event', async () => {
    const clock = fakeClock(nextSecond());
    const receiver = await receiverOfTest();
    const { id } = await createWebhook(admin, { url: receiver.url });
    await deliverAll();
    const from = clock.now();
    clock.advance(3600);
    await send('POST', `${pathOf(id)}/replay`, {
      token: admin,
      body: { from: new Date(from.getTime() + 1) },
    });
    // Without an end, the worker would continue for 30 seconds.
    const timer = fakeTimer();
    let rounds = 0;
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      rounds += 1;
      if (rounds > 100) timer.advance(60_000);
      return Reflect.apply(sendCommand, undefined, args);
    });
    onTestFinished(() => spy.mockRestore());
    await recordAllEvents();
    await runWorker({ brandId, endpointId: id });
    expect(await queryPartition(webhookTaskPartition(brandId, id))).toEqual([]);
    takeWakes();
  });
});

describe('the messages that start workers', () => {
  const changeOf = (before: object | undefined, after: object) => ({
    sequenceNumber: '1',
    before: before && { ...before },
    after: { ...after },
  });

  test('a page that is rewritten by an erasure starts no worker', async () => {
    const { id } = await createWebhook(admin);
    takeWakes();
    const page = { type: 'eventSegment', brandId };
    await wakeEndpoints([changeOf(page, page)]);
    expect(takeWakes()).toEqual([]);
    await wakeEndpoints([changeOf(undefined, page), changeOf(undefined, page)]);
    expect(takeWakes().map(({ body }) => JSON.parse(body))).toEqual([{ brandId, endpointId: id }]);
  });

  test('an unreadable endpoint does not stop the messages of the others, and its own becomes a dead letter', async () => {
    const [broken, { id }] = [await createWebhook(admin), await createWebhook(admin)];
    await recordAllEvents();
    takeWakes();
    const key = webhookKeys.webhookEndpoint(brandId, broken.id);
    await updateItem({
      Key: key,
      UpdateExpression: 'SET createdAt = :at',
      ExpressionAttributeValues: { ':at': '+010000-01-01T00:00:00.000Z' },
    });
    await wakeEndpoints([changeOf(undefined, { type: 'eventSegment', brandId })]);
    const woken = takeWakes().map(({ body }) => JSON.parse(body).endpointId);
    expect(woken.toSorted()).toEqual([broken.id, id].toSorted());
    await expect(runWorker({ brandId, endpointId: broken.id })).rejects.toThrow('createdAt');
  });

  test('a disabled endpoint gets no message', async () => {
    const { id } = await createWebhook(admin);
    await patch(admin, pathOf(id), { status: 'disabled' });
    await recordAllEvents();
    takeWakes();
    await wakeEndpoints([changeOf(undefined, { type: 'eventSegment', brandId })]);
    expect(takeWakes()).toEqual([]);
  });
});
