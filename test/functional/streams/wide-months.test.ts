import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatTotals, parseTotals, rollupItemKeys } from '#lib/click-statistics/rules/rollups/items.ts';
import { scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { examineMonth, repairMonth } from '#lib/click-statistics/store/repair.ts';
import { foldAll } from '#lib/click-statistics/store/wide-months/fold.ts';
import { now } from '#lib/shared/clock.ts';
import { logger } from '#lib/shared/logger.ts';
import { documentClient, putItem } from '#lib/table/client.ts';
import { aggregationLimits } from '#lib/table/writes/transaction-size.ts';
import { deliverBy } from '#test/support/click-deliveries.ts';
import {
  clickedBrand,
  expectExact,
  journalStateOf,
  clickedMonth as month,
  newShard,
  statisticsItemsOf,
} from '#test/support/clicked-brand.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { limitJournals } from '#test/support/journals.ts';
import { newToken, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';
import { limitWideMonths, lowLimits, setWideLimits, wideProgressOf } from '#test/support/wide-months.ts';

limitJournals(journalLimits.changes);
limitWideMonths(lowLimits);
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a month becomes wide', () => {
  test('a full journal with many creators becomes wide, and a few steps delete its changes later', async () => {
    const clicked = await clickedBrand();
    journalLimits.changes = 12;
    Object.assign(journalLimits, { headBytes: 420, segmentBytes: 700 });
    const shardId = newShard();
    await deliverBy(3, { shardId, records: clicked.records });
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
    await foldAll({ brandId: clicked.brand.id, month });
    const items = await statisticsItemsOf(clicked);
    expect(items.filter(({ sk }) => String(sk).startsWith('SEGMENT'))).toEqual([]);
    expect(await wideProgressOf(clicked)).toMatchObject({ hasJournal: false });
    await expectExact(clicked);
    // The head keeps the positions of the journal, so a repeated batch adds nothing.
    await aggregate({ shardId, records: clicked.records });
    await expectExact(clicked);
  });

  test('a full journal with few creators moves to rollups', async () => {
    const clicked = await clickedBrand();
    setWideLimits({ creators: 3 });
    journalLimits.changes = 12;
    await deliverBy(3, { shardId: newShard(), records: clicked.records });
    expect(await journalStateOf(clicked)).toBe('moved');
    await expectExact(clicked);
  });

  test('a moved month becomes wide when a batch has the clicks of many creators', async () => {
    const clicked = await clickedBrand();
    setWideLimits({ creators: 1000 });
    journalLimits.changes = 0;
    const [shardId, { records }] = [newShard(), clicked];
    await aggregate({ shardId, records: records.slice(0, 10) });
    expect(await journalStateOf(clicked)).toBe('moved');
    setWideLimits(lowLimits);
    await deliverBy(5, { shardId, records });
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
    await foldAll({ brandId: clicked.brand.id, month });
    await expectExact(clicked);
  });

  test('a moved month becomes wide when the creators of a brand make a rollup too large', async () => {
    const clicked = await clickedBrand();
    setWideLimits({ creators: 1000 });
    journalLimits.changes = 0;
    const [shardId, { records }] = [newShard(), clicked];
    await aggregate({ shardId, records: records.slice(0, 9) });
    expect(await journalStateOf(clicked)).toBe('moved');
    // Each of the next batches has the clicks of one creator.
    setWideLimits({ ...lowLimits, rollupBytes: 100 });
    await deliverBy(1, { shardId, records: records.slice(9) });
    expect(await journalStateOf(clicked)).toBe('wide');
    expect((await wideProgressOf(clicked)).round).toBeGreaterThan(1);
    await expectExact(clicked);
  });
});

test.each([
  ['a round with room for it', 3],
  ['a full round', 6],
])(
  'a batch is added to the next round if another run ends %s before the batch is written',
  async (_, earlier) => {
    const clicked = await clickedBrand();
    journalLimits.changes = 0;
    const [one, other] = [newShard(), newShard()];
    const [first, second] = [clicked.records.slice(0, 18), clicked.records.slice(18)];
    await aggregate({ shardId: one, records: first.slice(0, earlier) });
    const sendCommand = documentClient.send.bind(documentClient);
    let isHeld = true;
    vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
      if (isHeld && args[0] instanceof TransactWriteCommand) {
        isHeld = false;
        await deliverBy(2, { shardId: other, records: second });
        await foldAll({ brandId: clicked.brand.id, month });
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    await aggregate({ shardId: one, records: first });
    vi.restoreAllMocks();
    expect(isHeld).toBe(false);
    await foldAll({ brandId: clicked.brand.id, month });
    await expectExact(clicked);
  },
);

test('a sweep that began before the month became wide keeps its layout', async () => {
  const clicked = await clickedBrand();
  setWideLimits({ creators: 1000 });
  journalLimits.changes = 0;
  const { items } = aggregationLimits;
  const [shardId, { records }] = [newShard(), clicked];
  Object.assign(aggregationLimits, { items: 20 });
  try {
    await aggregate({ shardId, records: records.slice(0, 3) });
    const sendCommand = documentClient.send.bind(documentClient);
    let transactions = 0;
    vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
      if (args[0] instanceof TransactWriteCommand) transactions += 1;
      if (transactions === 2)
        throw Object.assign(new Error('The function was killed'), { name: 'AbortError' });
      return Reflect.apply(sendCommand, undefined, args);
    });
    await expect(aggregate({ shardId, records: records.slice(0, 30) })).rejects.toThrow();
    vi.restoreAllMocks();
    setWideLimits(lowLimits);
    await aggregate({ shardId: newShard(), records: records.slice(30) });
    expect(await journalStateOf(clicked)).toBe('wide');
    await aggregate({ shardId, records: records.slice(0, 20) });
    await aggregate({ shardId, records: records.slice(0, 30) });
    await expectExact(clicked);
  } finally {
    Object.assign(aggregationLimits, { items });
  }
});

test('`repairMonth` folds a wide month and corrects its rollups', async () => {
  const clicked = await clickedBrand();
  journalLimits.changes = 0;
  setWideLimits({ ...lowLimits, minRounds: { summary: 1, creators: 1 } });
  await deliverBy(2, { shardId: newShard(), records: clicked.records.slice(1) });
  const { summary } = await wideProgressOf(clicked);
  expect(summary.from).toBeGreaterThan(1);
  const wrong = (await statisticsItemsOf(clicked)).filter(({ pk }) => String(pk).includes('GROUP_'));
  const [one, other] = [wrong[0], wrong.at(-1)];
  await putItem({ Item: { ...one, figures: other?.figures } });
  const examined = await examineMonth(clicked.brand.id, month, async () => undefined);
  expect(examined.differences.length).toBeGreaterThan(0);
  clicked.clock.set('2026-03-07T00:00:00.000Z');
  await repairMonth(examined, now());
  expect(await journalStateOf(clicked)).toBe('wide');
  await expectExact(clicked);
});

test('the items of a wide month expire 400 days after the month', async () => {
  const clicked = await clickedBrand();
  journalLimits.changes = 0;
  await deliverBy(6, { shardId: newShard(), records: clicked.records });
  const seconds = Date.parse('2026-04-01T00:00:00.000Z') / 1000;
  const ofBuffer = (await statisticsItemsOf(clicked)).filter(({ sk }) => /^(BUFFER|FOLD)/.test(String(sk)));
  expect(ofBuffer.length).toBeGreaterThan(5);
  expect(new Set(ofBuffer.map(({ expiresAt }) => expiresAt))).toEqual(new Set([seconds + 400 * 86_400]));
});

test('a repeated batch counts once after the changes of its journal were deleted, also with a stale head', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked;
  Object.assign(journalLimits, { changes: 24, headBytes: 420, segmentBytes: 700 });
  const [repeated, other] = [newShard(), newShard()];
  await aggregate({ shardId: repeated, records: records.slice(0, 3) });
  await deliverBy(3, { shardId: other, records: records.slice(3) });
  expect(await journalStateOf(clicked)).toBe('wide');
  const staleHead = (await statisticsItemsOf(clicked)).find(({ sk }) => sk === 'HEAD');
  expect(staleHead?.segments).toBeGreaterThan(0);
  await foldAll({ brandId: clicked.brand.id, month });
  const sendCommand = documentClient.send.bind(documentClient);
  vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    const [command] = args;
    const isStaleRead =
      command instanceof GetCommand &&
      command.input.ConsistentRead !== true &&
      command.input.Key?.sk === 'HEAD';
    return isStaleRead ? { Item: staleHead } : Reflect.apply(sendCommand, undefined, args);
  });
  await aggregate({ shardId: repeated, records: records.slice(0, 3) });
  vi.restoreAllMocks();
  await aggregate({ shardId: repeated, records: records.slice(0, 3) });
  await expectExact(clicked);
});

test('a batch whose clicks cannot be folded is complete, and the next batch folds them', async () => {
  const clicked = await clickedBrand();
  const [shardId, { records }] = [newShard(), clicked];
  journalLimits.changes = 0;
  await deliverBy(5, { shardId, records: records.slice(0, 30) });
  const { revision } = await wideProgressOf(clicked);
  const logged = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  const sendCommand = documentClient.send.bind(documentClient);
  vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    const [command] = args;
    const isFold =
      command instanceof TransactWriteCommand &&
      command.input.TransactItems?.some(({ Put }) => Put?.Item?.sk === 'FOLD');
    if (isFold) throw Object.assign(new Error('The item is too large'), { name: 'ValidationException' });
    return Reflect.apply(sendCommand, undefined, args);
  });
  await aggregate({ shardId, records: records.slice(30, 31) });
  expect(logged).toHaveBeenCalledWith('clicks could not be folded', expect.objectContaining({ month }));
  vi.restoreAllMocks();
  expect(deadLetters()).toEqual([]);
  await aggregate({ shardId, records: records.slice(31) });
  expect((await wideProgressOf(clicked)).revision).toBeGreaterThan(revision);
  await expectExact(clicked);
});

test('`repairMonth` keeps the clicks by creator from before the month became wide', async () => {
  const clicked = await clickedBrand();
  const [shardId, { records }] = [newShard(), clicked];
  journalLimits.changes = 0;
  setWideLimits({ creators: 1000 });
  await aggregate({ shardId, records: records.slice(0, 18) });
  setWideLimits(lowLimits);
  await deliverBy(3, { shardId, records: records.slice(18) });
  await foldAll({ brandId: clicked.brand.id, month });
  const { pk, sk } = rollupItemKeys.totals(scopeOf(clicked.brand.id, {}), month);
  const item = (await statisticsItemsOf(clicked)).find((one) => one.pk === pk && one.sk === sk);
  const parsed = parseTotals('brand', item ?? {});
  const [[, country] = []] = [...parsed.totals.values()].flatMap(({ groups }) => [...(groups.country ?? [])]);
  expect(country).toBeDefined();
  if (country !== undefined) country.clicks += 5;
  await putItem({ Item: { ...item, ...formatTotals('brand', parsed) } });
  const examined = await examineMonth(clicked.brand.id, month, async () => undefined);
  expect(examined.differences.length).toBeGreaterThan(0);
  clicked.clock.set('2026-03-07T00:00:00.000Z');
  await repairMonth(examined, now());
  await expectExact(clicked);
});

test('the batches of the next month fold the rest of a month', async () => {
  const clicked = await clickedBrand();
  const { brand, clock, creators } = clicked;
  journalLimits.changes = 0;
  setWideLimits({ ...lowLimits, minRounds: { summary: 1000, creators: 1000 } });
  await deliverBy(6, { shardId: newShard(), records: clicked.records });
  expect((await wideProgressOf(clicked)).summary.from).toBe(1);
  clock.set('2026-04-02T08:00:00.000Z');
  const { token } = await newToken(brand.id, 'admin');
  for (let visitor = 0; visitor < 60; visitor += 1) {
    const path = `/tracking/ref/${creators[visitor % creators.length]?.trackingCode}`;
    await send('POST', path, { token, body: { visitorId: `later-${visitor}` } });
  }
  const records = (await newChanges()).flatMap((batch) => batch.records);
  const visits = records.filter(({ dynamodb }) => dynamodb?.NewImage?.type?.S === 'visit');
  setWideLimits({ ...lowLimits, roundChanges: 1000, roundSegments: 1000 });
  await aggregate({ shardId: newShard(), records: visits.slice(0, 9) });
  await deliverBy(1, { shardId: newShard(), records: visits.slice(9) });
  const { summary, creators: ofCreators, round } = await wideProgressOf(clicked);
  expect([summary.from, ofCreators.from]).toEqual([round, round]);
  expect((await compareMonth(brand.id, month)).differences).toEqual([]);
});
