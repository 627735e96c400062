import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
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
        Object.assign(journalLimits, limit);
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
      { numRuns: 15 },
    );
    expect(await journalStateOf(clicked)).toBe(state);
    await expectExact(clicked);
  });

  test('clicks count once when a run is killed before or after any of its calls', async () => {
    const clicked = await clickedBrand();
    const { records } = clicked;
    Object.assign(journalLimits, limit);
    for (const moment of ['before', 'after'] as const) {
      let survived = false;
      for (let call = 1; !survived; call += 1) {
        await deleteStatistics(clicked);
        const shardId = newShard();
        for (let at = 0; at < 15; at += 5) await aggregate({ shardId, records: records.slice(at, at + 5) });
        const batch = { shardId, records: records.slice(12, 30) };
        survived = await completesBeforeKill(call, moment, () => aggregate(batch).catch(() => undefined));
        vi.restoreAllMocks();
        await aggregate({ shardId, records: records.slice(12) });
        const { differences } = await compareMonth(clicked.brand.id, month);
        expect([moment, call, differences]).toEqual([moment, call, []]);
      }
    }
    expect(deadLetters()).toEqual([]);
    await expectExact(clicked);
  });

  test('clicks count once when several shards deliver them at the same time, some of them twice', async () => {
    const clicked = await clickedBrand();
    Object.assign(journalLimits, limit);
    const shards = Array.from({ length: 4 }, (_, shard) => ({
      shardId: newShard(),
      records: clicked.records.filter((__, index) => index % 4 === shard),
    }));
    await Promise.all(
      shards.map(async ({ shardId, records }) => {
        for (let at = 0; at < records.length; at += 2) {
          const batch = { shardId, records: records.slice(Math.max(0, at - 1), at + 2) };
          await Promise.all([aggregate(batch), aggregate(batch)]);
        }
      }),
    );
    await expectExact(clicked);
  });

  test('clicks count once when a dead letter is replayed twice', async () => {
    const clicked = await clickedBrand();
    Object.assign(journalLimits, limit);
    const [shardId, records] = [newShard(), clicked.records];
    const [first, ...others] = records;
    if (first === undefined) throw new Error('No records');
    await aggregate({ shardId, records: others });
    const redriven = { shardId: `${shardId}/${first.dynamodb?.SequenceNumber}`, records: [first] };
    await aggregate(redriven);
    await aggregate(redriven);
    await expectExact(clicked);
  });

  test('clicks keep their figures while statistics are read at every step of the next batch', async () => {
    const clicked = await clickedBrand();
    Object.assign(journalLimits, limit);
    const shardId = newShard();
    await aggregate({ shardId, records: clicked.records.slice(0, 15) });
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
    await aggregate({ shardId, records: clicked.records.slice(15) });
    vi.restoreAllMocks();
    const after = await counted();
    expect([before.clicks < after.clicks, seen.length > 1]).toEqual([true, true]);
    for (const { clicks, groups } of seen) {
      expect([before.clicks, after.clicks]).toContain(clicks);
      expect(groups.reduce((sum, group) => sum + group.clicks, 0)).toBe(clicks);
    }
  });
});
