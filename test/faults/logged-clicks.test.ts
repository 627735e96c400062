// Tests the way of a click that a link could only log: log, queue, table.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { handler as collectClicks } from '#functions/logs/collect-clicks.ts';
import { handler as storeClicks } from '#functions/queues/store-clicks.ts';
import { logFunctions } from '#infra/constructs/log-sources.ts';
import { linesIn, linesOf, logEventOf, messagesOf } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';
import { openWakeQueue, takeMessages } from '#test/support/wake-queue.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);
healBetweenTests(engine);
// The modules of this file are other ones than those of the setup.
await openWakeQueue();

const [brandTime, laterTime] = ['2026-11-20T10:15:00.000Z', '2026-11-20T23:59:00.000Z'];

const follow = (code: string, browser: number) =>
  send('GET', `/tracking/ref/${code}`, {
    headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${browser}` },
    sourceIp: '198.51.100.7',
  });

/** Follows a link while the table is unavailable, and returns the log lines of its clicks. */
async function logClicks(count: number) {
  const clock = fakeClock(brandTime);
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  expect((await follow(trackingCode, 1)).status).toBe(302);
  engine.fail(faults.away);
  const log = vi.spyOn(logger, 'error').mockReturnValue();
  for (let browser = 2; browser < count + 2; browser += 1)
    expect((await follow(trackingCode, browser)).status).toBe(302);
  const lines = log.mock.calls.map(([message, fields]) =>
    JSON.stringify({ level: 'ERROR', message, ...Object(fields) }),
  );
  log.mockRestore();
  engine.heal();
  expect(lines.length).toBe(count);
  clock.set(laterTime);
  return { admin, affiliateId: id, lines };
}

const records = (messages: readonly { readonly body: string }[]) => ({ Records: [...messages] });
const deadLetters = (): readonly string[] =>
  linesOf(readFileSync(String(environment.DEAD_LETTERS_FILE), 'utf8'));

test('a click that was only logged is stored once and counts at its own time, although log and queue deliver it twice', async () => {
  const { admin, affiliateId, lines } = await logClicks(2);
  await collectClicks(logEventOf(lines));
  await collectClicks(logEventOf(lines));
  const messages = takeMessages('clicks');
  expect(messages.length).toBe(2);
  await storeClicks(records(messages));
  await storeClicks(records(messages));
  const clicks = await clicksOf(affiliateId);
  expect(clicks.map(({ recordedAt, reason }) => [recordedAt, reason])).toEqual(
    [1, 2, 3].map(() => [brandTime, null]),
  );
  await aggregateNewClicks();
  const { data } = (await send('GET', '/tracking/clicks?from=2026-11-20&to=2026-11-20', { token: admin }))
    .json;
  expect(data).toMatchObject({ clicks: 3, uniqueClicks: 3 });
});

test('a message is refused while the table throttles, and stored when it is delivered again', async () => {
  const { affiliateId, lines } = await logClicks(3);
  engine.fail(faults.throttled);
  await collectClicks(logEventOf(lines));
  const messages = takeMessages('clicks');
  await expect(storeClicks(records(messages))).rejects.toThrow();
  engine.heal();
  expect(await clicksOf(affiliateId)).toHaveLength(1);
  await storeClicks(records(messages));
  expect(await clicksOf(affiliateId)).toHaveLength(4);
});

test('lines that can never be stored become dead letters, and the other clicks are stored', async () => {
  const { affiliateId, lines } = await logClicks(2);
  const [first = '', second = ''] = lines;
  const invalid = second.replace(/"token":"\w+"/, '"token":"x"');
  vi.spyOn(logger, 'error').mockReturnValue();
  await storeClicks({ Records: [{ body: [invalid, first, 'no JSON'].join('\n') }] });
  expect(await clicksOf(affiliateId)).toHaveLength(2);
  expect(deadLetters()).toEqual([invalid, 'no JSON', '']);
});

test('the functions write no line that the log would deliver to them again', async () => {
  const { lines } = await logClicks(1);
  const spies = [vi.spyOn(logger, 'error').mockReturnValue(), vi.spyOn(logger, 'info').mockReturnValue()];
  await storeClicks({ Records: [{ body: [...lines, 'no JSON'].join('\n') }] });
  const written = spies.flatMap(({ mock }) => mock.calls.map(([message]) => message));
  expect(written).toEqual(['logged clicks refused']);
  expect(written).not.toContain(logFunctions.collectClicks.message);
});

test('a control message of CloudWatch contains no lines', async () => {
  const { gzipSync } = await import('node:zlib');
  const document = {
    messageType: 'CONTROL_MESSAGE',
    logEvents: [{ message: 'CWL CONTROL MESSAGE: Checking health' }],
  };
  const data = gzipSync(JSON.stringify(document)).toString('base64');
  expect(linesIn({ awslogs: { data } })).toEqual([]);
  await collectClicks({ awslogs: { data } });
  expect(takeMessages('clicks')).toEqual([]);
});

test('a message has at most 100 lines and 200 KB', () => {
  const short = Array.from({ length: 250 }, (_, index) => `line ${index}`);
  expect(messagesOf(short).map((message) => linesOf(message).length)).toEqual([100, 100, 50]);
  expect(messagesOf(short).flatMap(linesOf)).toEqual(short);
  const long = ['a', 'b', 'c'].map((letter) => letter.repeat(90_000));
  expect(messagesOf(long).map((message) => message.length)).toEqual([180_001, 90_000]);
  expect(messagesOf([])).toEqual([]);
});
