// Tests the queues of a local stage.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Queues, startQueues } from '#infra/local/queues.ts';
import { now } from '#lib/shared/clock.ts';
import { restoredWakes } from '#lib/webhooks/store/wakes.ts';
import { createWebhook, inviteActive } from '#test/support/creations.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand } from '#test/support/service.ts';
import { behaviours } from '#test/support/webhook-receivers.ts';
import { deliverAll } from '#test/support/webhook-workers.ts';

let queue: Queues | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  await queue?.stop();
  vi.useRealTimers();
});

test('a message is delivered after its delay', async () => {
  const delivered: string[] = [];
  const messages = [
    { queue: 'webhooks', body: 'now', delaySeconds: 0 },
    { queue: 'webhooks', body: 'later', delaySeconds: 900 },
  ];
  const deliver = async ({ Records: [record] }: { Records: readonly { body: string }[] }) => {
    delivered.push(record?.body ?? '');
  };
  queue = await startQueues(0, { messages, consumers: { webhooks: { deliver, maxAttempts: 5 } } });
  await vi.advanceTimersByTimeAsync(899_000);
  expect(delivered).toEqual(['now']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(delivered).toEqual(['now', 'later']);
});

test('a message whose delivery fails is repeated, five times in all', async () => {
  let attempts = 0;
  const deliver = async () => {
    attempts += 1;
    throw new Error('The table is busy');
  };
  queue = await startQueues(0, {
    messages: [{ queue: 'webhooks', body: 'now', delaySeconds: 0 }],
    consumers: { webhooks: { deliver, maxAttempts: 5 } },
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toBe(5);
});

test('a stage that starts again wakes each endpoint at once and at the time of its retry', async () => {
  vi.useRealTimers();
  const { admin, brand } = await createBrand('scale');
  const receiver = await receiverOfTest(behaviours.answer(500));
  const { id: endpointId } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
  await inviteActive(admin);
  await deliverAll();
  const at = now();
  const wakes = await restoredWakes(brand.id, at);
  expect(wakes.map(({ wake }) => wake)).toEqual([1, 2].map(() => ({ brandId: brand.id, endpointId })));
  const [first, second] = wakes.map(({ at: time }) => (time.getTime() - at.getTime()) / 1000);
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(3);
});
