// Tests the subscriptions of the log on a local stage.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { subscribeToLog } from '#infra/local/log-subscription.ts';
import { openMessageFiles } from '#infra/local/message-files.ts';
import { startQueues } from '#infra/local/queues.ts';
import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { linesIn } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { invite } from '#test/support/creations.ts';
import { until } from '#test/support/local-stage.ts';
import { createBrand } from '#test/support/service.ts';
import { takeMessages } from '#test/support/wake-queue.ts';

test('a subscription receives the lines with its message, and the output stays complete', async () => {
  const written: unknown[] = [];
  const received: string[] = [];
  const output = { write: (chunk: unknown) => written.push(chunk) > 0 };
  const subscriber = {
    message: 'wanted',
    receive: async (event: Parameters<typeof linesIn>[0]) => {
      received.push(...linesIn(event));
    },
  };
  const end = await subscribeToLog(output, [subscriber]);
  const lines = ['{"message":"wanted","n":1}\n', '{"message":"other wanted"}\n', 'wanted\n'];
  for (const line of lines) output.write(line);
  end();
  output.write(lines[0]);
  expect(received).toEqual(['{"message":"wanted","n":1}']);
  expect(written).toEqual([...lines, lines[0]]);
});

test('a click in the log of a local stage is queued, and stored by the queue', async () => {
  const { admin, brand } = await createBrand();
  const { id: affiliateId, trackingCode } = await invite(admin);
  const input = { brandId: brand.id, affiliateId, trackingCode, campaignId: null, filtered: null };
  const click = newClick(
    { ...input, device: 'mobile', country: null, referrerHost: null },
    visitorById(brand.id, trackingCode, 'visitor'),
    new Date(),
  );
  const output = { write: () => true };
  onTestFinished(await subscribeToLog(output));
  Reflect.apply(output.write, output, [`${JSON.stringify({ message: clickNotStored, click })}\n`]);
  const messages = await until(
    async () => takeMessages('clicks'),
    (taken) => taken.length > 0,
    5000,
  );
  const files = openMessageFiles(mkdtempSync(join(tmpdir(), 'messages-')));
  for (const { queue, body } of messages) files.save({ queue, body, dueAt: 0 });
  const queues = await startQueues(0, { files });
  onTestFinished(() => queues.stop());
  const clicks = await until(
    () => clicksOf(affiliateId),
    (stored) => stored.length > 0,
    5000,
  );
  expect(clicks.map(({ id }) => id)).toEqual([click.id]);
});
