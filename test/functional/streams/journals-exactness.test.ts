import { afterEach, describe, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import {
  clicksInGroups,
  deliverByFourShards,
  deliverDeadLetterTwice,
  deliverWithKills,
  expectExactInAnyBatches,
  readDuring,
} from '#test/support/click-deliveries.ts';
import {
  clickedBrand,
  expectExact,
  journalStateOf,
  clickedMonth as month,
  newShard,
} from '#test/support/clicked-brand.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { limitJournals } from '#test/support/journals.ts';
import { aggregate } from '#test/support/stream.ts';

limitJournals(journalLimits.changes);
afterEach(() => {
  vi.restoreAllMocks();
});

/** The limits of a journal that moves after half of the clicks, and of one that never moves. Both have at most three clicks in their heads. */
const limits = [
  ['in a journal that moves to rollups', { changes: 18, headBytes: 420, segmentBytes: 700 }, 'moved'],
  ['in the head and segments of a journal', { changes: 5500, headBytes: 420, segmentBytes: 700 }, 'open'],
] as const;

describe.each(limits)('clicks %s', (_, limit, state) => {
  const setLimits = () => {
    Object.assign(journalLimits, limit);
  };

  test('clicks count once when batches overlap, are split anywhere and repeat', async () => {
    const clicked = await clickedBrand();
    await expectExactInAnyBatches(clicked, setLimits, 15);
    expect(await journalStateOf(clicked)).toBe(state);
    await expectExact(clicked);
  });

  test('clicks count once when a run is killed before or after any of its calls', async () => {
    const clicked = await clickedBrand();
    await deliverWithKills(clicked, setLimits, async (context) => {
      const { differences } = await compareMonth(clicked.brand.id, month);
      expect([...context, differences]).toEqual([...context, []]);
    });
    expect(deadLetters()).toEqual([]);
    await expectExact(clicked);
  });

  test('clicks count once when several shards deliver them at the same time, some of them twice', async () => {
    const clicked = await clickedBrand();
    setLimits();
    await deliverByFourShards(clicked);
    await expectExact(clicked);
  });

  test('clicks count once when a dead letter is replayed twice', async () => {
    const clicked = await clickedBrand();
    setLimits();
    await deliverDeadLetterTwice(clicked, clicked.records.length);
    await expectExact(clicked);
  });

  test('clicks keep their figures while statistics are read at every step of the next batch', async () => {
    const clicked = await clickedBrand();
    setLimits();
    const shardId = newShard();
    await aggregate({ shardId, records: clicked.records.slice(0, 15) });
    const { before, seen, after } = await readDuring(clicked, () =>
      aggregate({ shardId, records: clicked.records.slice(15) }),
    );
    for (const counted of seen) {
      expect([before.clicks, after.clicks]).toContain(counted.clicks);
      expect(clicksInGroups(counted)).toBe(counted.clicks);
    }
  });
});
