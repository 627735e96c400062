import { afterEach, describe, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { foldAll, foldOnce } from '#lib/click-statistics/store/wide-months/fold.ts';
import { documentClient } from '#lib/table/client.ts';
import { type ClickedBrand, deliverBy } from '#test/support/click-deliveries.ts';
import {
  clickedBrand,
  deleteStatistics,
  journalStateOf,
  clickedMonth as month,
  newShard,
} from '#test/support/clicked-brand.ts';
import { limitJournals } from '#test/support/journals.ts';
import { aggregate } from '#test/support/stream.ts';
import {
  allStatisticsOf,
  limitWideMonths,
  lowLimits,
  setWideLimits,
  wideProgressOf,
} from '#test/support/wide-months.ts';

limitJournals(journalLimits.changes);
limitWideMonths(lowLimits);
afterEach(() => {
  vi.restoreAllMocks();
});

/** Statistics of the same clicks in the layout of other months. */
async function expectedStatistics(clicked: ClickedBrand) {
  setWideLimits({ creators: 1000 });
  journalLimits.changes = 0;
  await aggregate({ shardId: newShard(), records: clicked.records });
  expect(await journalStateOf(clicked)).toBe('moved');
  const expected = await allStatisticsOf(clicked);
  await deleteStatistics(clicked);
  setWideLimits(lowLimits);
  journalLimits.changes = 5500;
  return expected;
}

const callsBetweenFolds = 61;
/** With more folds, a request could find changed folds in each of its attempts. */
const foldsOfRequest = 2;

const foldOne = async (clicked: ClickedBrand): Promise<boolean> => {
  const { revision } = await wideProgressOf(clicked);
  await foldOnce({ brandId: clicked.brand.id, month }, 20);
  return (await wideProgressOf(clicked)).revision > revision;
};

describe('statistics of a wide month', () => {
  test('equal those of the same clicks in other months, before, during and after the folds', async () => {
    const clicked = await clickedBrand();
    const expected = await expectedStatistics(clicked);
    // Half of the clicks are in rollups from before, so the brand also has clicks by creator.
    setWideLimits({ creators: 1000 });
    journalLimits.changes = 0;
    const [shardId, { records }] = [newShard(), clicked];
    await aggregate({ shardId, records: records.slice(0, 14) });
    setWideLimits({ ...lowLimits, minRounds: { summary: 1000, creators: 1000 } });
    await deliverBy(3, { shardId, records });
    expect(await journalStateOf(clicked)).toBe('wide');
    expect(await allStatisticsOf(clicked)).toEqual(expected);
    setWideLimits(lowLimits);
    let steps = 0;
    for (; await foldOne(clicked); steps += 1) {
      if (steps % 12 === 6) expect(await allStatisticsOf(clicked)).toEqual(expected);
      expect([steps, (await compareMonth(clicked.brand.id, month)).differences]).toEqual([steps, []]);
    }
    expect(steps).toBeGreaterThan(10);
    await foldAll({ brandId: clicked.brand.id, month });
    expect(await allStatisticsOf(clicked)).toEqual(expected);
    const { summary, creators, round } = await wideProgressOf(clicked);
    expect([summary.from, creators.from]).toEqual([round, round]);
  });

  test('equal those of the same clicks in other months while the changes of a journal are folded', async () => {
    const clicked = await clickedBrand();
    const expected = await expectedStatistics(clicked);
    Object.assign(journalLimits, { changes: 24, headBytes: 420, segmentBytes: 700 });
    setWideLimits({ ...lowLimits, minRounds: { summary: 1000, creators: 1000 } });
    await deliverBy(4, { shardId: newShard(), records: clicked.records });
    expect(await journalStateOf(clicked)).toBe('wide');
    expect(await allStatisticsOf(clicked)).toEqual(expected);
    setWideLimits(lowLimits);
    for (let steps = 0; await foldOne(clicked); steps += 1) {
      if (steps % 15 === 7) expect(await allStatisticsOf(clicked)).toEqual(expected);
    }
    expect(await allStatisticsOf(clicked)).toEqual(expected);
  });

  test('count each click once when a fold step commits while they are read', async () => {
    const clicked = await clickedBrand();
    const expected = await expectedStatistics(clicked);
    journalLimits.changes = 0;
    setWideLimits({ ...lowLimits, minRounds: { summary: 1000, creators: 1000 } });
    await deliverBy(4, { shardId: newShard(), records: clicked.records });
    setWideLimits(lowLimits);
    const sendCommand = documentClient.send.bind(documentClient);
    let [isFolding, calls, folds, left] = [false, 0, 0, 0];
    vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
      calls += 1;
      if (!isFolding && left > 0 && calls % callsBetweenFolds === 0) {
        isFolding = true;
        left -= 1;
        folds += (await foldOne(clicked)) ? 1 : 0;
        isFolding = false;
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    const statistics = await allStatisticsOf(clicked, () => {
      left = foldsOfRequest;
    });
    expect(statistics).toEqual(expected);
    expect(folds).toBeGreaterThan(10);
  });
});
