// Counts the calls that store logged clicks, and derives from them how fast a deployed stage stores the clicks of an outage.
import { expect, test, vi } from 'vitest';
import { handler as storeClicks } from '#functions/queues/store-clicks.ts';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { linesOf, messagesOf } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { replay } from '#lib/clicks/tracking/store/replay.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';

/** The assumptions of docs/performance.md. */
const secondsOfCall = 0.006;
const clicksPerSecondOfOutage = 5000;
/** Warm throughput of the table for so many clicks: docs/administration.md, "Raising limits". */
const writesPerSecondOfTable = 20_000;

const [brandId, affiliateId] = [newId('brand', now()), newId('affiliate', now())];

/** Log lines of clicks of different visitors. */
const logLines = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) => {
    const input = { brandId, affiliateId, trackingCode: 'ada', campaignId: null, filtered: null } as const;
    const visitor = visitorById(brandId, 'ada', `visitor ${nth}`);
    const click = newClick({ ...input, device: 'mobile', country: null, referrerHost: null }, visitor, now());
    return JSON.stringify({ message: clickNotStored, click });
  });

/** Returns the calls of the table during the work, and how many of them ran at the same time at most. */
async function callsDuring(work: () => Promise<unknown>) {
  const calls: string[] = [];
  let [running, atOnce] = [0, 0];
  const { send } = dynamoDb;
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (operation, input) => {
    calls.push(operation);
    running += 1;
    atOnce = Math.max(atOnce, running);
    try {
      return await send(operation, input);
    } finally {
      running -= 1;
    }
  });
  await work();
  spy.mockRestore();
  return { calls, atOnce };
}

test('a deployed stage stores at least 2,000 logged clicks per second with less than a fifth of the writes of the table', async () => {
  const { batchSize, maxConcurrency } = queueFunctions.storeClicks;
  // After an outage, most messages have few lines, because each instance of the link has its own part of the log.
  const messages = Array.from({ length: batchSize }, () => logLines(8)).flatMap(messagesOf);
  const { calls, atOnce } = await callsDuring(() =>
    storeClicks({ Records: messages.map((body) => ({ body })) }),
  );
  expect(calls).toEqual(messages.flatMap(linesOf).map(() => 'UpdateItem'));
  const clicksPerSecond = (maxConcurrency * atOnce) / secondsOfCall;
  expect(clicksPerSecond).toBeGreaterThan(2000);
  expect(clicksPerSecond / writesPerSecondOfTable).toBeLessThan(0.2);
  const hoursForHourOfOutage = clicksPerSecondOfOutage / clicksPerSecond;
  expect(hoursForHourOfOutage).toBeLessThan(3);
});

test('`clicks replay` stores at least 2,000 clicks per second, also with 20 ms for a call', async () => {
  const lines = logLines(120);
  const { calls, atOnce } = await callsDuring(() =>
    replay(
      (async function* () {
        yield* lines;
      })(),
    ),
  );
  expect(calls).toHaveLength(lines.length);
  expect(atOnce / 0.02).toBeGreaterThan(2000);
});
