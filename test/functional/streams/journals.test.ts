import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { examineMonth, repairMonth } from '#lib/click-statistics/store/repair.ts';
import { now } from '#lib/shared/clock.ts';
import { environment } from '#lib/shared/environment.ts';
import { documentClient } from '#lib/table/client.ts';
import {
  clickedBrand,
  deleteStatistics,
  expectExact,
  journalStateOf,
  clickedMonth as month,
  newShard,
  statisticsItemsOf,
} from '#test/support/clicked-brand.ts';
import { limitJournals } from '#test/support/journals.ts';
import { send } from '#test/support/service.ts';
import { aggregate, aggregateNewClicks } from '#test/support/stream.ts';

limitJournals(journalLimits.changes);
afterEach(() => {
  vi.restoreAllMocks();
});

test('statistics that began before a journal moved to rollups count its clicks once', async () => {
  const { prefetchStatistics, readStatistics } = await import('#lib/click-statistics/store/statistics.ts');
  const { getItems } = await import('#lib/table/client.ts');
  const clicked = await clickedBrand();
  const shardId = newShard();
  await aggregate({ shardId, records: clicked.records });
  const plan = prefetchStatistics({ from: '2026-03-01', to: '2026-03-31' }, clicked.brand.id, now());
  const prefetched = plan.parse(await getItems(plan.keys));
  journalLimits.changes = 36;
  await send('POST', `/tracking/ref/${clicked.creators[0]?.trackingCode}`, { token: clicked.admin });
  await aggregateNewClicks();
  expect(await journalStateOf(clicked)).toBe('moved');
  expect(await readStatistics(prefetched)).toMatchObject({ clicks: 34 });
});

test('a month whose rollups are older than journals keeps its rollups', async () => {
  const clicked = await clickedBrand();
  const shardId = newShard();
  journalLimits.changes = 0;
  await aggregate({ shardId, records: clicked.records.slice(0, 20) });
  const head = (await statisticsItemsOf(clicked)).find(({ sk }) => sk === 'HEAD');
  const Key = { pk: head?.pk, sk: head?.sk };
  await documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key }));
  journalLimits.changes = 5500;
  await aggregate({ shardId, records: clicked.records });
  expect(await journalStateOf(clicked)).toBe('moved');
  await expectExact(clicked);
});

test('`repairMonth` moves a journal with a wrong change to rollups and corrects them', async () => {
  const clicked = await clickedBrand();
  await aggregate({ shardId: newShard(), records: clicked.records.slice(1) });
  const examined = await examineMonth(clicked.brand.id, month, async () => undefined);
  expect(examined.differences.length).toBeGreaterThan(0);
  clicked.clock.set('2026-03-07T00:00:00.000Z');
  await repairMonth(examined, now());
  expect(await journalStateOf(clicked)).toBe('moved');
  await expectExact(clicked);
});

test('a journal keeps its clicks when its head is written again after a lost response', async () => {
  const clicked = await clickedBrand();
  const shardId = newShard();
  const sendCommand = documentClient.send.bind(documentClient);
  let puts = 0;
  vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    if (!(args[0] instanceof PutCommand)) return Reflect.apply(sendCommand, undefined, args);
    puts += 1;
    // The SDK repeats a call whose response is lost: the second put finds the item of the first one.
    await Reflect.apply(sendCommand, undefined, args);
    return Reflect.apply(sendCommand, undefined, args);
  });
  for (const record of clicked.records) await aggregate({ shardId, records: [record] });
  vi.restoreAllMocks();
  expect(puts).toBeGreaterThan(20);
  await expectExact(clicked);
});

test('the items of a journal and of hours expire 400 days after their month or day', async () => {
  const clicked = await clickedBrand();
  await aggregate({ shardId: newShard(), records: clicked.records });
  const seconds = (date: string) => Date.parse(`${date}T00:00:00.000Z`) / 1000;
  const [head] = await statisticsItemsOf(clicked);
  expect(head?.expiresAt).toBe(seconds('2026-04-01') + 400 * 86_400);
  await deleteStatistics(clicked);
  journalLimits.changes = 0;
  await aggregate({ shardId: newShard(), records: clicked.records });
  const expiring = new Map((await statisticsItemsOf(clicked)).map(({ sk, expiresAt }) => [sk, expiresAt]));
  expect(expiring.get('HOURS#2026-03-02')).toBe(seconds('2026-03-02') + 400 * 86_400);
  expect(expiring.get('TOTALS#HOUR#2026-03-02T23')).toBe(seconds('2026-03-02') + 400 * 86_400);
  expect([expiring.get('TOTALS#DAY#2026-03-02'), expiring.get('TOTALS#MONTH')]).toEqual([
    undefined,
    undefined,
  ]);
});
