import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { foldAll } from '#lib/click-statistics/store/wide/fold.ts';
import { documentClient } from '#lib/table/client.ts';
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
import { aggregate, type Batch } from '#test/support/stream.ts';
import { limitWideMonths, lowLimits, setWideLimits, wideProgressOf } from '#test/support/wide-months.ts';

limitJournals(journalLimits.changes);
limitWideMonths(lowLimits);
afterEach(() => {
  vi.restoreAllMocks();
});

type ClickedBrand = Awaited<ReturnType<typeof clickedBrand>>;

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
    const cut = fc.record({
      to: fc.integer({ min: 1, max: 9 }),
      back: fc.integer({ min: 0, max: 12 }),
      times: fc.integer({ min: 1, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 9 }), async (cuts) => {
        await deleteStatistics(clicked);
        setLimits();
        const shardId = newShard();
        let done = 0;
        for (const { to, back, times } of cuts) {
          const batch: Batch = { shardId, records: records.slice(Math.max(0, done - back), done + to) };
          for (let time = 0; time < times; time += 1) await aggregate(batch);
          done = Math.min(records.length, done + to);
        }
        await aggregate({ shardId, records: records.slice(done) });
        await aggregate({ shardId, records });
        expect((await compareMonth(clicked.brand.id, month)).differences).toEqual([]);
      }),
      { numRuns: 25 },
    );
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
    const { records } = clicked;
    for (const moment of ['before', 'after'] as const) {
      let survived = false;
      for (let call = 1; !survived; call += 1) {
        await deleteStatistics(clicked);
        setLimits();
        const shardId = newShard();
        for (let at = 0; at < 15; at += 5) await aggregate({ shardId, records: records.slice(at, at + 5) });
        const batch = { shardId, records: records.slice(12, 30) };
        survived = await completesBeforeKill(call, moment, () => aggregate(batch).catch(() => undefined));
        vi.restoreAllMocks();
        await aggregate({ shardId, records: records.slice(12) });
        await expectNoDifference(clicked, [moment, call]);
      }
    }
    expect(deadLetters()).toEqual([]);
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
  });

  test('clicks count once when several shards deliver them at the same time, some of them twice', async () => {
    const clicked = await clickedBrand();
    setLimits();
    const shards = Array.from({ length: 4 }, (__, shard) => ({
      shardId: newShard(),
      records: clicked.records.filter((___, index) => index % 4 === shard),
    }));
    await Promise.all(
      shards.map(async ({ shardId, records }) => {
        for (let at = 0; at < records.length; at += 2) {
          const batch = { shardId, records: records.slice(Math.max(0, at - 1), at + 2) };
          await Promise.all([aggregate(batch), aggregate(batch)]);
        }
      }),
    );
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
    await expectNoDifference(clicked, []);
  });

  test('clicks count once when a dead letter is replayed twice', async () => {
    const clicked = await clickedBrand();
    setLimits();
    const [shardId, records] = [newShard(), clicked.records];
    const [first, ...others] = records;
    if (first === undefined) throw new Error('No records');
    for (let at = 0; at < others.length; at += 5) {
      await aggregate({ shardId, records: others.slice(at, at + 5) });
    }
    const redriven = { shardId: `${shardId}/${first.dynamodb?.SequenceNumber}`, records: [first] };
    await aggregate(redriven);
    await aggregate(redriven);
    expect(await journalStateOf(clicked)).toBe('wide');
    await expectExact(clicked);
    await expectNoDifference(clicked, []);
  });

  test('statistics stay between those before and after a batch while they are read at every step of it', async () => {
    const clicked = await clickedBrand();
    setLimits();
    const shardId = newShard();
    for (let at = 0; at < 20; at += 4) {
      await aggregate({ shardId, records: clicked.records.slice(at, at + 4) });
    }
    const counted = async () =>
      (await send('GET', `/tracking/clicks?${monthRange}&groupBy=affiliate`, { token: clicked.admin })).json
        .data;
    const before = await counted();
    const seen: { readonly clicks: number; readonly groups: readonly { readonly clicks: number }[] }[] = [];
    const sendCommand = documentClient.send.bind(documentClient);
    let isReading = false;
    vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
      if (!isReading) {
        isReading = true;
        seen.push(await counted());
        isReading = false;
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    await aggregate({ shardId, records: clicked.records.slice(20) });
    vi.restoreAllMocks();
    const after = await counted();
    expect([before.clicks < after.clicks, seen.length > 1]).toEqual([true, true]);
    for (const { clicks, groups } of seen) {
      expect(clicks).toBeGreaterThanOrEqual(before.clicks);
      expect(clicks).toBeLessThanOrEqual(after.clicks);
      expect(groups.reduce((sum, group) => sum + group.clicks, 0)).toBe(clicks);
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
          const { clicks, groups } = answer.json.data;
          counts.push(clicks);
          expect(groups.reduce((sum: number, group: { clicks: number }) => sum + group.clicks, 0)).toBe(
            clicks,
          );
        }
      }
    };
    const write = async () => {
      await Promise.all(
        [0, 1].map(async (shard) => {
          const own = clicked.records.filter((__, index) => Math.floor(index / 6) % 2 === shard);
          const shardId = newShard();
          for (let at = 0; at < own.length; at += 3) {
            await aggregate({ shardId, records: own.slice(at, at + 3) });
          }
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

test('clicks count once when the month becomes wide in the middle of a sweep that is killed at any call', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked;
  const { aggregationLimits } = await import('#lib/table/writes/transaction-size.ts');
  const { items } = aggregationLimits;
  try {
    let survived = false;
    for (let call = 1; !survived; call += 1) {
      await deleteStatistics(clicked);
      // The transactions are so small that a batch needs several of them.
      Object.assign(aggregationLimits, { items: 20 });
      journalLimits.changes = 0;
      setWideLimits({ creators: 1000 });
      const shardId = newShard();
      const batch = { shardId, records: records.slice(0, 24) };
      survived = await completesBeforeKill(call, 'after', () => aggregate(batch).catch(() => undefined));
      vi.restoreAllMocks();
      setWideLimits(lowLimits);
      await aggregate({ shardId: newShard(), records: records.slice(24) });
      // A shorter batch catches up with the sweep.
      await aggregate({ shardId, records: records.slice(0, 11) });
      await aggregate(batch);
      await expectNoDifference(clicked, [call]);
      expect(await journalStateOf(clicked)).toBe('wide');
    }
  } finally {
    Object.assign(aggregationLimits, { items });
  }
  await expectExact(clicked);
});

test('clicks count once when a sweep over the buffers of a wide month is killed at any call', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked;
  const { aggregationLimits } = await import('#lib/table/writes/transaction-size.ts');
  const { items } = aggregationLimits;
  try {
    let survived = false;
    for (let call = 1; !survived; call += 1) {
      await deleteStatistics(clicked);
      Object.assign(aggregationLimits, { items: 99 });
      journalLimits.changes = 0;
      setWideLimits(lowLimits);
      const shardId = newShard();
      await aggregate({ shardId, records: records.slice(0, 6) });
      // Each transaction has one segment.
      Object.assign(aggregationLimits, { items: 2 });
      const batch = { shardId, records: records.slice(6, 24) };
      survived = await completesBeforeKill(call, 'after', () => aggregate(batch).catch(() => undefined));
      vi.restoreAllMocks();
      await aggregate({ shardId, records: records.slice(6, 15) });
      await aggregate(batch);
      Object.assign(aggregationLimits, { items: 99 });
      await aggregate({ shardId, records: records.slice(20) });
      await expectNoDifference(clicked, [call]);
    }
  } finally {
    Object.assign(aggregationLimits, { items });
  }
  expect((await wideProgressOf(clicked)).round).toBeGreaterThan(1);
  await expectExact(clicked);
});
