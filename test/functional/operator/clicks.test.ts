import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterSeconds, daysInSeconds } from '#lib/shared/dates.ts';
import { type Click, newClick } from '#lib/tracking/rules/visit.ts';
import { namedVisitor } from '#lib/tracking/rules/visitors.ts';
import { notStored } from '#lib/tracking/writes/visits.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { invite } from '#test/support/creations.ts';
import { dataDirectory, operator, operatorJson } from '#test/support/operator.ts';
import { createBrand, send } from '#test/support/service.ts';
import { foldNewClicks } from '#test/support/stream.ts';

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
    namedVisitor(brand.id, trackingCode, visitorId),
    at,
  );

/** A line as the functions write it. */
const lineOf = (click: unknown): string =>
  JSON.stringify({ level: 'ERROR', message: notStored, timestamp: now.toISOString(), click, failure: 'x' });

function fileOf(lines: readonly string[]): string {
  const file = join(dataDirectory(), 'lines.jsonl');
  writeFileSync(file, lines.join('\n'));
  return file;
}

const statistics = async () =>
  (await send('GET', '/tracking/clicks', { token: admin })).json.data as { clicks: number };

test('clicks from the log are stored once, however often, and counted', async () => {
  const [one, two] = [clickOf('one'), clickOf('two')];
  const old = clickOf('three', afterSeconds(now, -92 * daysInSeconds));
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
  const said = await operator(['clicks', 'replay', file]);
  expect(said).toMatchObject({ exitCode: 0, stderr: '' });
  expect(said.stdout).toMatch(/^Stored 3 clicks\n {2}too old to be stored +1\n {2}other lines +2\n$/);
  expect((await clicksOf(affiliateId)).map(({ id, reason }) => [id, reason])).toEqual(
    [one.id, two.id].toSorted().map((id) => [id, null]),
  );
  await foldNewClicks();
  expect(await statistics()).toMatchObject({ clicks: 2, uniqueClicks: 2 });
});

test('a click that cannot be read is said by its line, and keeps no other from being stored', async () => {
  const click = clickOf('four');
  const file = fileOf([lineOf({ ...click, token: 'x' }), lineOf(click), `{"message":"${notStored}"`]);
  const said = await operator(['clicks', 'replay', file, '--json']);
  expect(said.exitCode).toBe(1);
  expect(JSON.parse(said.stderr)).toEqual({
    code: 'invalid',
    message: `2 clicks in ${file} cannot be read, on lines 1, 3; the others are stored (1)`,
  });
  expect((await clicksOf(affiliateId)).map(({ id }) => id)).toContain(click.id);
});

test('a file that is not there is refused in one line', async () => {
  const said = await operator(['clicks', 'replay', '/nowhere/lines.jsonl']);
  expect(said).toMatchObject({ exitCode: 1, stdout: '' });
  expect(said.stderr).toMatch(/^--file: ENOENT.*\n$/);
});

test('the figures of a brand are those of its clicks, once these are folded in', async () => {
  const { admin: token, brand: own } = await createBrand();
  const creator = await invite(token);
  for (const visitorId of ['v', 'v', 'w']) {
    await send('POST', `/tracking/ref/${creator.trackingCode}`, { token, body: { visitorId } });
  }
  await foldNewClicks();
  const month = now.toISOString().slice(0, 7);
  const said = await operator(['clicks', 'rebuild', own.id, month]);
  expect(said).toMatchObject({ exitCode: 0, stderr: '' });
  expect(said.stdout).toMatch(/^MONTH +CLICKS +FIGURES +DIFFERENCES +STILL MOVING\n/);
  expect(said.stdout).toMatch(new RegExp(`^${month} +3 +[1-9]\\d* +0 +0$`, 'm'));
  expect(await operatorJson('clicks', 'repair', own.id, month)).toMatchObject([
    { month, clicks: 3, differences: [], moving: 0 },
  ]);
});

test('a month whose clicks have left the table cannot be computed once more', async () => {
  const said = await operator(['clicks', 'rebuild', brand.id, '2020-01']);
  expect(said).toMatchObject({ exitCode: 1, stdout: '' });
  expect(said.stderr).toMatch(/^--month: not all clicks of 2020-01 are kept, only those of \d{4}-\d{2}/);
});
