import { afterEach, describe, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { foldAll } from '#lib/click-statistics/store/wide-months/fold.ts';
import { aggregationLimits } from '#lib/table/writes/transaction-size.ts';
import {
  type ClickedBrand,
  clicksInGroups,
  deliverBy,
  deliverByFourShards,
  deliverDeadLetterTwice,
  deliverWithKills,
  expectExactInAnyBatches,
  readDuring,
} from '#test/support/click-deliveries.ts';
import {
  clickedBrand,
  deleteStatistics,
  expectExact,
  journalStateOf,
  clickedMonth as month,
  monthRange,
  newShard,
} from '#test/support/clicked-brand.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { completesBeforeKill } from '#test/support/interruptions.ts';
import { limitJournals } from '#test/support/journals.ts';
import { send } from '#test/support/service.ts';
import { hasTurn, sized } from '#test/support/size.ts';
import { aggregate } from '#test/support/stream.ts';
import { limitWideMonths, lowLimits, setWideLimits, wideProgressOf } from '#test/support/wide-months.ts';

const { items } = aggregationLimits;

limitJournals(journalLimits.changes);
limitWideMonths(lowLimits);
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(aggregationLimits, { items });
});

const smallHead = { headBytes: 420, segmentBytes: 700 };

/** A step adds to one rollup or to a few. */
const cases = [
  ['a full journal becomes, with small steps', { changes: 10, ...smallHead }, { batchUnits: 1 }],
  ['a moved journal becomes, with larger steps', { changes: 0, ...smallHead }, { batchUnits: 60 }],
] as const;

/** Compares with the clicks, also after all changes are folded. */
async function expectNoDifference({ brand }: ClickedBrand, context: readonly unknown[]): Promise<void> {
  const before = await compareMonth(brand.id, month);
  expect([...context, before.differences]).toEqual([...context, []]);
  await foldAll({ brandId: brand.id, month });
  const after = await compareMonth(brand.id, month);
  expect([...context, after.differences]).toEqual([...context, []]);
}

describe.each(cases)('clicks in a wide month that %s', (_, limits, wide) => {
  const setLimits = () => {
    Object.assign(journalLimits, limits);
    setWideLimits({ ...lowLimits, ...wide });
  };

  test('clicks count once when batches overlap, are split anywhere and repeat', async () => {
    const clicked = await clickedBrand();
    const { records } = clicked;
    await expectExactInAnyBatches(clicked, setLimits, sized(5, 25));
    await deleteStatistics(clicked);
    setLimits();
    const shardId = newShard();
    for (let at = 0; at < records.length; at += 4) {
      await aggregate({ shardId, records: records.slice(Math.max(0, at - 2), at + 4) });
    }
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
    await expectNoDifference(clicked, []);
    await expectExact(clicked);
  });

  test('clicks count once when a run is killed before or after any of its calls', async () => {
    const clicked = await clickedBrand();
    await deliverWithKills(clicked, setLimits, (context) => expectNoDifference(clicked, context), 8);
    expect(deadLetters()).toEqual([]);
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
  });

  test('clicks count once when several shards deliver them at the same time, some of them twice', async () => {
    const clicked = await clickedBrand();
    setLimits();
    await deliverByFourShards(clicked);
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
    await expectNoDifference(clicked, []);
  });

  test('clicks count once when a dead letter is replayed twice', async () => {
    const clicked = await clickedBrand();
    setLimits();
    await deliverDeadLetterTwice(clicked, 5);
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
    await expectNoDifference(clicked, []);
  });

  test('statistics stay between those before and after a batch while they are read at every step of it', async () => {
    const clicked = await clickedBrand();
    setLimits();
    const shardId = newShard();
    await deliverBy(4, { shardId, records: clicked.records.slice(0, 20) });
    const { before, seen, after } = await readDuring(clicked, () =>
      aggregate({ shardId, records: clicked.records.slice(20) }),
    );
    for (const counted of seen) {
      expect(counted.clicks).toBeGreaterThanOrEqual(before.clicks);
      expect(counted.clicks).toBeLessThanOrEqual(after.clicks);
      expect(clicksInGroups(counted)).toBe(counted.clicks);
    }
  });

  test('statistics never decrease while several shards add clicks and fold them', async () => {
    const clicked = await clickedBrand();
    setLimits();
    let isDone = false;
    const counts: number[] = [];
    const read = async () => {
      while (!isDone) {
        const answer = await send('GET', `/tracking/clicks?${monthRange}&groupBy=affiliate`, {
          token: clicked.admin,
        });
        // A 503 means that the folds changed during every attempt.
        if (answer.status !== 503) {
          counts.push(answer.json.data.clicks);
          expect(clicksInGroups(answer.json.data)).toBe(answer.json.data.clicks);
        }
      }
    };
    const write = async () => {
      await Promise.all(
        [0, 1].map(async (shard) => {
          const own = clicked.records.filter((__, index) => Math.floor(index / 6) % 2 === shard);
          await deliverBy(3, { shardId: newShard(), records: own });
        }),
      );
      isDone = true;
    };
    await Promise.all([read(), write()]);
    expect(counts.length).toBeGreaterThan(1);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    await expectExact(clicked);
  });
});

interface Sweep {
  /** Begins the month, and returns the records of the batch that is killed. */
  readonly begin: (shardId: string) => Promise<ClickedBrand['records']>;
  /** Delivers a shorter batch, the batch again, and other batches. */
  readonly end: (shardId: string) => Promise<void>;
}

/** Kills a batch that needs several transactions after each of its calls. */
async function killSweeps(clicked: ClickedBrand, { begin, end }: Sweep): Promise<void> {
  let survived = false;
  for (let call = 1; !survived; call += 1) {
    if (!hasTurn(call, 8)) continue;
    await deleteStatistics(clicked);
    journalLimits.changes = 0;
    const shardId = newShard();
    const batch = { shardId, records: await begin(shardId) };
    survived = await completesBeforeKill(call, 'after', () => aggregate(batch).catch(() => undefined));
    vi.restoreAllMocks();
    await end(shardId);
    await expectNoDifference(clicked, [call]);
  }
  expect(await journalStateOf(clicked)).toBe('wide');
  await expectExact(clicked);
}

test('clicks count once when the month becomes wide in the middle of a sweep that is killed at any call', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked;
  await killSweeps(clicked, {
    begin: async () => {
      Object.assign(aggregationLimits, { items: 20 });
      setWideLimits({ creators: 1000 });
      return records.slice(0, 24);
    },
    end: async (shardId) => {
      setWideLimits(lowLimits);
      await aggregate({ shardId: newShard(), records: records.slice(24) });
      await aggregate({ shardId, records: records.slice(0, 11) });
      await aggregate({ shardId, records: records.slice(0, 24) });
    },
  });
});

test('clicks count once when a sweep over the buffers of a wide month is killed at any call', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked;
  await killSweeps(clicked, {
    begin: async (shardId) => {
      Object.assign(aggregationLimits, { items });
      await aggregate({ shardId, records: records.slice(0, 6) });
      // Each transaction has one segment.
      Object.assign(aggregationLimits, { items: 2 });
      return records.slice(6, 24);
    },
    end: async (shardId) => {
      await aggregate({ shardId, records: records.slice(6, 15) });
      await aggregate({ shardId, records: records.slice(6, 24) });
      Object.assign(aggregationLimits, { items });
      await aggregate({ shardId, records: records.slice(20) });
    },
  });
  expect((await wideProgressOf(clicked)).round).toBeGreaterThan(1);
});
