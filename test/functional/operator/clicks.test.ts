import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { type Click, newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { invite } from '#test/support/creations.ts';
import { dataDirectory, operator, operatorJson } from '#test/support/operator.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const { admin, brand } = await createBrand();
const { id: affiliateId, trackingCode } = await invite(admin);
const now = new Date();

const clickOf = (visitorId: string, at = now): Click =>
  newClick(
    {
      brandId: brand.id,
      affiliateId,
      trackingCode,
      campaignId: null,
      filtered: null,
      device: 'mobile',
      country: 'DE',
      referrerHost: 'blog.test',
    },
    visitorById(brand.id, trackingCode, visitorId),
    at,
  );

/** A log line as the functions write it. */
const lineOf = (click: unknown): string =>
  JSON.stringify({
    level: 'ERROR',
    message: clickNotStored,
    timestamp: now.toISOString(),
    click,
    failure: 'x',
  });

function fileOf(lines: readonly string[]): string {
  const file = join(dataDirectory(), 'lines.jsonl');
  writeFileSync(file, lines.join('\n'));
  return file;
}

const statistics = async () =>
  (await send('GET', '/tracking/clicks', { token: admin })).json.data as { clicks: number };

test('`clicks replay` stores each click of the log once and counts it', async () => {
  const [one, two] = [clickOf('one'), clickOf('two')];
  const old = clickOf('three', addSeconds(now, -92 * secondsPerDay));
  const file = fileOf([
    JSON.stringify({ level: 'INFO', message: 'request', status: 302 }),
    lineOf(one),
    `2026-03-01T09:30:00.000Z\trequest-id\tERROR\t${lineOf(two)}`,
    'START RequestId: 1',
    lineOf(one),
    lineOf(old),
    '',
  ]);
  const first = await operatorJson('clicks', 'replay', '--file', file);
  expect(first).toEqual({ stored: 3, expired: 1, others: 2 });
  const result = await operator(['clicks', 'replay', file]);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(result.stdout).toMatch(/^Stored 3 clicks\n {2}expired, not stored +1\n {2}other lines +2\n$/);
  expect((await clicksOf(affiliateId)).map(({ id, reason }) => [id, reason])).toEqual(
    [one.id, two.id].toSorted().map((id) => [id, null]),
  );
  await aggregateNewClicks();
  expect(await statistics()).toMatchObject({ clicks: 2, uniqueClicks: 2 });
});

test('`clicks replay` stores the readable clicks and reports the line numbers of the unreadable clicks', async () => {
  const click = clickOf('four');
  const file = fileOf([lineOf({ ...click, token: 'x' }), lineOf(click), `{"message":"${clickNotStored}"`]);
  const result = await operator(['clicks', 'replay', file, '--json']);
  expect(result.exitCode).toBe(1);
  expect(JSON.parse(result.stderr)).toEqual({
    code: 'invalid',
    message: `2 clicks in ${file} are unreadable, on lines 1, 3; the other clicks (1) are stored`,
  });
  expect((await clicksOf(affiliateId)).map(({ id }) => id)).toContain(click.id);
});

test('`clicks replay` reports a missing file in one line', async () => {
  const result = await operator(['clicks', 'replay', '/nowhere/lines.jsonl']);
  expect(result).toMatchObject({ exitCode: 1, stdout: '' });
  expect(result.stderr).toMatch(/^--file: ENOENT.*\n$/);
});

test('`figures rebuild` finds no differences in counted clicks', async () => {
  const { admin: token, brand: own } = await createBrand();
  const creator = await invite(token);
  for (const visitorId of ['v', 'v', 'w']) {
    await send('POST', `/tracking/ref/${creator.trackingCode}`, { token, body: { visitorId } });
  }
  await aggregateNewClicks();
  const result = await operator(['figures', 'rebuild', own.id]);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(result.stdout).toMatch(/^Corrected 0 items\n {2}items +5\n {2}still moving +0\n$/);
});

test('`clicks replay` keeps the campaign that a click named while it was not running', async () => {
  const idleCampaignId = newId('campaign', now);
  const { id: creator, trackingCode: code } = await invite(admin);
  const click = {
    ...clickOf('who follows an idle campaign'),
    affiliateId: creator,
    trackingCode: code,
    idleCampaignId,
  };
  await operatorJson('clicks', 'replay', '--file', fileOf([lineOf(click)]));
  const body = { orderId: 'order-of-a-replayed-click', amount: 100, clickId: click.id };
  const { data } = (await send('POST', '/conversions', { token: admin, body })).json;
  expect(data).toMatchObject({ affiliateId: creator, campaignId: null });
  expect(data.receipt.candidates[0].campaignReason).toBe('campaignNotRunning');
});
