// Delivers the clicks of a brand as a stream may deliver them: split, repeated, concurrent, interrupted or as dead letters.
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { documentClient } from '#lib/table/client.ts';
import {
  type clickedBrand,
  deleteStatistics,
  clickedMonth as month,
  monthRange,
  newShard,
} from '#test/support/clicked-brand.ts';
import { completesBeforeKill } from '#test/support/interruptions.ts';
import { send } from '#test/support/service.ts';
import { hasTurn } from '#test/support/size.ts';
import { aggregate, type Batch } from '#test/support/stream.ts';

export type ClickedBrand = Awaited<ReturnType<typeof clickedBrand>>;

/** Delivers all records in batches of this size. */
export async function deliverBy(size: number, { shardId, records }: Batch): Promise<void> {
  for (let at = 0; at < records.length; at += size) {
    await aggregate({ shardId, records: records.slice(at, at + size) });
  }
}

/** Compares the statistics with the clicks after each way to divide them into batches that overlap and repeat. */
export async function expectExactInAnyBatches(
  clicked: ClickedBrand,
  setLimits: () => void,
  numRuns: number,
): Promise<void> {
  const { brand, records } = clicked;
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
      expect((await compareMonth(brand.id, month)).differences).toEqual([]);
    }),
    { numRuns },
  );
}

/** Kills a run before or after each of its calls, delivers its clicks again, and checks the statistics. */
export async function deliverWithKills(
  clicked: ClickedBrand,
  setLimits: () => void,
  check: (context: readonly unknown[]) => Promise<void>,
  share = 3,
): Promise<void> {
  const { records } = clicked;
  for (const moment of ['before', 'after'] as const) {
    let survived = false;
    for (let call = 1; !survived; call += 1) {
      if (!hasTurn(moment === 'before' ? call : call + 1, share)) continue;
      await deleteStatistics(clicked);
      setLimits();
      const shardId = newShard();
      await deliverBy(5, { shardId, records: records.slice(0, 15) });
      const batch = { shardId, records: records.slice(12, 30) };
      survived = await completesBeforeKill(call, moment, () => aggregate(batch).catch(() => undefined));
      vi.restoreAllMocks();
      await aggregate({ shardId, records: records.slice(12) });
      await check([moment, call]);
    }
  }
}

/** Four shards deliver the clicks at the same time, some of them twice. */
export async function deliverByFourShards({ records: all }: ClickedBrand): Promise<void> {
  const shards = Array.from({ length: 4 }, (_, shard) => ({
    shardId: newShard(),
    records: all.filter((__, index) => index % 4 === shard),
  }));
  await Promise.all(
    shards.map(async ({ shardId, records }) => {
      for (let at = 0; at < records.length; at += 2) {
        const batch = { shardId, records: records.slice(Math.max(0, at - 1), at + 2) };
        await Promise.all([aggregate(batch), aggregate(batch)]);
      }
    }),
  );
}

/** The first click is a dead letter, which is replayed twice after the others. */
export async function deliverDeadLetterTwice({ records }: ClickedBrand, size: number): Promise<void> {
  const shardId = newShard();
  const [first, ...others] = records;
  if (first === undefined) throw new Error('There are no records');
  await deliverBy(size, { shardId, records: others });
  const redriven = { shardId: `${shardId}/${first.dynamodb?.SequenceNumber}`, records: [first] };
  await aggregate(redriven);
  await aggregate(redriven);
}

interface Counted {
  readonly clicks: number;
  readonly groups: readonly { readonly clicks: number }[];
}

export const clicksInGroups = ({ groups }: Counted): number =>
  groups.reduce((sum, { clicks }) => sum + clicks, 0);

/** Reads the clicks by creator before and after the work, and before each of its calls. */
export async function readDuring({ admin: token }: ClickedBrand, work: () => Promise<unknown>) {
  const counted = async (): Promise<Counted> =>
    (await send('GET', `/tracking/clicks?${monthRange}&groupBy=affiliate`, { token })).json.data;
  const before = await counted();
  const seen: Counted[] = [];
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
  await work();
  vi.restoreAllMocks();
  const after = await counted();
  expect([before.clicks < after.clicks, seen.length > 1]).toEqual([true, true]);
  return { before, seen, after };
}
