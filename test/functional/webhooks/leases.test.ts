// Tests that one worker at a time works for an endpoint: the lease, its renewal and its end, and the hand-over to the next worker.
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { dynamoDb, getItem } from '#lib/foundation/table/client.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import { type Progress, storedProgress } from '#lib/outlets/webhooks/schema/stored.ts';
import {
  acquireLease,
  dropLease,
  handOver,
  type Lease,
  lookAgain,
  releaseLease,
  saveProgress,
} from '#lib/outlets/webhooks/store/lease.ts';
import { createApiKey, createWebhook, unusedEmail } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { fakeTimer, stopTimer } from '#test/support/timers.ts';
import { takeWakes } from '#test/support/wake-queue.ts';
import { type Behaviour, behaviours, type Receiver } from '#test/support/webhook-receivers.ts';
import { discardDeliveries, runWorker } from '#test/support/webhook-workers.ts';

let admin: string;
let brandId: string;

beforeEach(async () => {
  const created = await createBrand('scale');
  admin = (await createApiKey(created.admin)).key;
  brandId = created.brand.id;
});

afterAll(discardDeliveries);

const progressOf = async (endpointId: string): Promise<Progress> =>
  storedProgress.parse(await getItem(webhookKeys.webhookProgress(brandId, endpointId)));

describe('the lease of a webhook endpoint', () => {
  const leaseSeconds = 20;

  /** A new endpoint, for which nobody works. */
  async function newEndpoint() {
    const { id: endpointId } = await createWebhook(admin);
    return { brandId, endpointId };
  }

  async function acquired(wake: { brandId: string; endpointId: string }) {
    const lease = await acquireLease(wake);
    if (lease === undefined) throw new Error('Another worker has the lease');
    return lease;
  }

  const isFree = async (lease: Lease): Promise<boolean> => (await acquireLease(lease.wake)) !== undefined;

  test('a second worker gets the lease one millisecond after its end, and not at its end', async () => {
    const clock = fakeClock();
    const first = await acquired(await newEndpoint());
    for (const seconds of [0, leaseSeconds - 0.001, 0.001]) {
      clock.advance(seconds);
      expect(await isFree(first)).toBe(false);
    }
    clock.advance(0.001);
    expect((await acquired(first.wake)).owner).not.toBe(first.owner);
  });

  test('a lease that is renewed after 15 seconds ends 20 seconds after the renewal', async () => {
    const clock = fakeClock();
    const first = await acquired(await newEndpoint());
    clock.advance(15);
    expect(await saveProgress(first, { ...first.progress, sequence: 7 })).toBe(true);
    clock.advance(leaseSeconds);
    expect(await isFree(first)).toBe(false);
    clock.advance(0.001);
    expect((await acquired(first.wake)).progress.sequence).toBe(7);
  });

  test('a worker whose lease another worker has taken over changes neither the progress nor the lease', async () => {
    const clock = fakeClock();
    const first = await acquired(await newEndpoint());
    clock.advance(leaseSeconds + 0.001);
    const second = await acquired(first.wake);
    const progress = { ...first.progress, sequence: 99 };
    expect(await saveProgress(first, progress)).toBe(false);
    expect(await releaseLease(first, progress)).toBe(false);
    expect(await lookAgain(first)).toBe(false);
    await handOver(first, progress);
    await dropLease(first);
    expect(await isFree(first)).toBe(false);
    expect((await progressOf(first.wake.endpointId)).sequence).toBe(first.progress.sequence);
    expect(await saveProgress(second, progress)).toBe(true);
  });

  test('a worker that was told of another worker looks again before it releases the lease', async () => {
    fakeClock();
    const first = await acquired(await newEndpoint());
    expect(await isFree(first)).toBe(false);
    expect(await releaseLease(first, first.progress)).toBe(false);
    expect(await lookAgain(first)).toBe(true);
    expect(await releaseLease(first, first.progress)).toBe(true);
    expect(await isFree(first)).toBe(true);
  });

  test('a worker that takes over a lease need not look again for a worker that came before it', async () => {
    const clock = fakeClock();
    const first = await acquired(await newEndpoint());
    expect(await isFree(first)).toBe(false);
    clock.advance(leaseSeconds + 0.001);
    const second = await acquired(first.wake);
    expect(await releaseLease(second, second.progress)).toBe(true);
  });

  test('a hand-over and a drop of the lease let the next worker begin at once', async () => {
    fakeClock();
    const first = await acquired(await newEndpoint());
    expect(await isFree(first)).toBe(false);
    await handOver(first, { ...first.progress, sequence: 8 });
    const second = await acquired(first.wake);
    expect(second.progress.sequence).toBe(8);
    await dropLease(second);
    expect((await acquired(first.wake)).progress.sequence).toBe(8);
  });

  test('a worker gets the lease when the other worker releases it before it is told', async () => {
    fakeClock();
    const first = await acquired(await newEndpoint());
    const second = pauseAt(2, () => acquireLease(first.wake));
    expect(await second.isHeld).toBe(true);
    expect(await releaseLease(first, first.progress)).toBe(true);
    expect(await second.release()).toBeDefined();
  });

  test('the worker of a deleted endpoint gets no lease and creates no item', async () => {
    const wake = await newEndpoint();
    await send('DELETE', `/webhook-endpoints/${wake.endpointId}`, { token: admin });
    await expect(acquireLease(wake)).rejects.toThrow();
    expect(await getItem(webhookKeys.webhookProgress(wake.brandId, wake.endpointId))).toBeUndefined();
  });
});

/** Records this number of events that the endpoint receives. A batch has 20. */
async function recordInvitations(count: number): Promise<void> {
  const affiliates = Array.from({ length: count }, () => ({ email: unusedEmail() }));
  await send('POST', '/affiliates/bulk', { token: admin, body: { affiliates } });
  await recordAllEvents();
  takeWakes();
}

const idsAt = ({ received }: Receiver) => received.map(({ headers }) => String(headers['webhook-id']));

/** Answers nothing until `open` is called. `reached` resolves when this number of requests has arrived. */
function gate(requests: number) {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let arrived = 0;
  const behaviour: Behaviour = async (response, request) => {
    arrived += 1;
    if (arrived === requests) reached.resolve();
    await opened.promise;
    await behaviours.healthy(response, request);
  };
  return { behaviour, reached: reached.promise, open: () => opened.resolve() };
}

describe('the worker of a webhook endpoint', () => {
  /** An endpoint with 25 events to send, and its first worker, which waits for the responses of its first 20 requests. */
  async function workingEndpoint() {
    const clock = fakeClock();
    // The requests wait for each other, so they have no time limit.
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    onTestFinished(() => limit.mockRestore());
    const first = gate(20);
    const receiver = await receiverOfTest(first.behaviour);
    const { id: endpointId } = await createWebhook(admin, {
      url: receiver.url,
      events: ['affiliate.invited'],
    });
    await recordInvitations(25);
    const wake = { brandId, endpointId };
    const worker = runWorker(wake);
    await first.reached;
    return { clock, receiver, wake, first, worker };
  }

  test('two workers of an endpoint send each event once', async () => {
    const { receiver, wake, first, worker } = await workingEndpoint();
    receiver.become(behaviours.healthy);
    await runWorker(wake);
    first.open();
    await worker;
    expect(receiver.received).toHaveLength(25);
    expect(new Set(idsAt(receiver)).size).toBe(25);
  });

  test('a second worker that comes 25 seconds after the first one sends nothing, because each batch renews the lease', async () => {
    const { clock, receiver, wake, first, worker } = await workingEndpoint();
    const second = gate(5);
    receiver.become(second.behaviour);
    clock.advance(15);
    first.open();
    await second.reached;
    clock.advance(10);
    await runWorker(wake);
    expect(receiver.received.length).toBeLessThanOrEqual(25);
    second.open();
    await worker;
    expect(new Set(idsAt(receiver)).size).toBe(25);
    expect(receiver.received).toHaveLength(25);
  });

  test('a second worker takes over 25 seconds after the first one stopped renewing its lease, and the first one sends nothing more', async () => {
    const { clock, receiver, wake, first, worker } = await workingEndpoint();
    receiver.become(behaviours.healthy);
    clock.advance(25);
    await runWorker(wake);
    const { sequence } = await progressOf(wake.endpointId);
    const sent = [...receiver.received];
    expect(new Set(idsAt(receiver)).size).toBe(25);
    const calls = vi.spyOn(dynamoDb, 'send');
    first.open();
    await worker;
    const reads = calls.mock.calls.filter(([command]) => command === 'Query');
    calls.mockRestore();
    expect(reads).toEqual([]);
    expect(receiver.received).toHaveLength(sent.length);
    expect((await progressOf(wake.endpointId)).sequence).toBe(sequence);
  });

  test('a worker that has run for 30 seconds starts another one, which sends the remaining events', async () => {
    const timer = fakeTimer();
    const { receiver, wake, first, worker } = await workingEndpoint();
    timer.advance(30_000);
    first.open();
    await worker;
    stopTimer();
    expect(receiver.received).toHaveLength(20);
    expect(takeWakes().map(({ body, delaySeconds }) => [JSON.parse(body), delaySeconds])).toEqual([
      [wake, 0],
    ]);
    await runWorker(wake);
    expect(new Set(idsAt(receiver)).size).toBe(25);
    expect(receiver.received).toHaveLength(25);
  });

  test('a worker that has run for 30 seconds releases the lease before it starts another one, which can begin at once', async () => {
    const timer = fakeTimer();
    const { receiver, first, worker } = await workingEndpoint();
    const runWakes = async () => {
      for (const { body } of takeWakes()) await runWorker(JSON.parse(body));
    };
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const release = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      const [operation, input] = args;
      if (operation === 'UpdateItem' && Object(input).UpdateExpression.includes('REMOVE #owner')) {
        release.mockRestore();
        await runWakes();
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    onTestFinished(() => release.mockRestore());
    timer.advance(30_000);
    first.open();
    await worker;
    await runWakes();
    stopTimer();
    expect(receiver.received).toHaveLength(25);
  });

  test('a worker that fails lets the next worker send at once', async () => {
    fakeClock();
    const receiver = await receiverOfTest();
    const { id: endpointId } = await createWebhook(admin, {
      url: receiver.url,
      events: ['affiliate.invited'],
    });
    await recordInvitations(1);
    const wake = { brandId, endpointId };
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const failing = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      if (receiver.received.length === 0) return Reflect.apply(sendCommand, undefined, args);
      failing.mockRestore();
      throw new Error('A bug');
    });
    await expect(runWorker(wake)).rejects.toThrow('A bug');
    await runWorker(wake);
    expect(idsAt(receiver)).toHaveLength(2);
    expect(new Set(idsAt(receiver)).size).toBe(1);
  });

  test('an event is not sent again when its worker dies after the record of the attempt and before that of the progress', async () => {
    fakeClock();
    const receiver = await receiverOfTest();
    const { id: endpointId } = await createWebhook(admin, {
      url: receiver.url,
      events: ['affiliate.invited'],
    });
    await recordInvitations(3);
    const wake = { brandId, endpointId };
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const failing = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      if (receiver.received.length === 0 || args[0] !== 'UpdateItem')
        return Reflect.apply(sendCommand, undefined, args);
      failing.mockRestore();
      throw new Error('A bug');
    });
    await expect(runWorker(wake)).rejects.toThrow('A bug');
    expect(receiver.received).toHaveLength(3);
    await recordInvitations(1);
    await runWorker(wake);
    expect(receiver.received).toHaveLength(4);
    expect(new Set(idsAt(receiver)).size).toBe(4);
  });

  test('the first worker sends an event that is recorded after its last look, when a second worker has told it', async () => {
    fakeClock();
    const receiver = await receiverOfTest();
    const { id: endpointId } = await createWebhook(admin, {
      url: receiver.url,
      events: ['affiliate.invited'],
    });
    const wake = { brandId, endpointId };
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const release = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      const [operation, input] = args;
      if (operation === 'UpdateItem' && Object(input).UpdateExpression.includes('REMOVE #owner')) {
        release.mockRestore();
        await recordInvitations(1);
        await runWorker(wake);
        expect(receiver.received).toEqual([]);
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    onTestFinished(() => release.mockRestore());
    await runWorker(wake);
    expect(receiver.received).toHaveLength(1);
  });

  test('the first worker sends an event that is recorded while it works, when a second worker has told it', async () => {
    const { receiver, wake, first, worker } = await workingEndpoint();
    receiver.become(behaviours.healthy);
    await recordInvitations(1);
    await runWorker(wake);
    first.open();
    await worker;
    expect(new Set(idsAt(receiver)).size).toBe(26);
  });
});
