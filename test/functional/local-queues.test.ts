// Tests the queues of a local stage.
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMessageFiles, type StoredMessage } from '#infra/local/message-files.ts';
import { type Queues, startQueues } from '#infra/local/queues.ts';
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';

let queue: Queues | undefined;
let directory: string;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  directory = mkdtempSync(join(tmpdir(), 'messages-'));
});
afterEach(async () => {
  await queue?.stop();
  vi.useRealTimers();
});

const bodyIn = ({ Records: [record] }: QueueEvent): string => record?.body ?? '';

const message = (body: string, more: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ queue: 'exports', body, dueAt: Date.now() },
  ...more,
});

interface Options {
  readonly maxConcurrency?: number;
  readonly maxAttempts?: number;
}

/** Starts the queues with messages of an earlier process. */
async function startWith(
  messages: readonly StoredMessage[],
  deliver: (body: string) => Promise<void>,
  { maxConcurrency = 100, maxAttempts = 5 }: Options = {},
): Promise<Queues> {
  const files = openMessageFiles(directory);
  for (const one of messages) files.save(one);
  const consumer = { deliver: (event: QueueEvent) => deliver(bodyIn(event)), maxConcurrency, maxAttempts };
  queue = await startQueues(0, { files, consumers: { exports: consumer } });
  return queue;
}

test('a message is delivered after its delay', async () => {
  const delivered: string[] = [];
  await startWith([message('now'), message('later', { dueAt: Date.now() + 900_000 })], async (body) => {
    delivered.push(body);
  });
  await vi.advanceTimersByTimeAsync(899_000);
  expect(delivered).toEqual(['now']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(delivered).toEqual(['now', 'later']);
  expect(readdirSync(directory)).toEqual([]);
});

test('a message whose delivery fails is repeated, five times in all, and again after the next start', async () => {
  let attempts = 0;
  const deliver = async () => {
    attempts += 1;
    throw new Error('The table is busy');
  };
  const first = await startWith([message('now')], deliver);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toBe(5);
  await first.stop();
  await startWith([], deliver);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toBe(10);
});

test('a message that the process did not finish is delivered when the stage starts again', async () => {
  const first = await startWith([message('one'), message('two')], async (body) => {
    if (body === 'one') await new Promise(() => {});
  });
  await vi.advanceTimersByTimeAsync(0);
  await first.stop();
  const delivered: string[] = [];
  await startWith([], async (body) => {
    delivered.push(body);
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(delivered).toEqual(['one']);
});

test('a brand with many messages does not delay the message of another brand', async () => {
  const delivered: string[] = [];
  const many = Array.from({ length: 60 }, (_, index) => message(`noisy ${index}`, { group: 'noisy' }));
  await startWith(
    [...many, message('quiet', { group: 'quiet', dueAt: Date.now() + 1 })],
    async (body) => {
      delivered.push(body);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    },
    { maxConcurrency: 2 },
  );
  await vi.advanceTimersByTimeAsync(1500);
  expect(delivered.slice(0, 2).every((body) => body.startsWith('noisy'))).toBe(true);
  expect(delivered.slice(2, 4)).toContain('quiet');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(delivered).toHaveLength(61);
});

test('no more workers of a queue run at the same time than its limit allows', async () => {
  let [running, most] = [0, 0];
  const messages = Array.from({ length: 20 }, (_, index) => message(`${index}`, { group: `brand ${index}` }));
  await startWith(
    messages,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running -= 1;
    },
    { maxConcurrency: 3 },
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect([running, most, readdirSync(directory)]).toEqual([0, 3, []]);
});
