// Tests that statistics stay exact when stream batches repeat and aggregating functions are killed.
// `npm run test:clicks` runs this with a million clicks.
import { afterEach, expect, test, vi } from 'vitest';
import { newRandom, type Random } from '#infra/local/demo/random.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { runInBatches } from '#test/support/concurrent.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import {
  type ExpectedStatistics,
  expectedStatistics,
  type Filter,
  filtersOf,
  nameOf,
} from '#test/support/expected-statistics.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import { type Killer, killer } from '#test/support/interruptions.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Program, type SimulatedClicks, simulateClicks } from '#test/support/simulated-clicks.ts';
import { type SimulatedStream, simulateStream } from '#test/support/simulated-stream.ts';
import { aggregate, type Batch } from '#test/support/stream.ts';

const count = Number(process.env.CLICKS ?? 1000);
const kills = Number(process.env.KILLS ?? 6);
const seed = Number(process.env.SEED ?? 20260301);
const [creatorCount, campaignCount] = [20, 3];
/** The days span the end of a month. */
const [from, numberOfDays, to] = ['2026-02-27', 4, '2026-03-02'] as const;
/** Batches hold up to 2,000 records, as in Lambda. Small runs use smaller batches. */
const epochs = Math.max(6, Math.ceil(count / 50_000));
const batchSize = Math.min(2000, Math.ceil(count / epochs / 8));

afterEach(() => {
  vi.restoreAllMocks();
});

let deliveredBatches = 0;

/** Delivers a shard in overlapping batches, one to three times each. A killed run is retried, perhaps in halves. */
async function deliver({ shardId, records }: Batch, random: Random, { run }: Killer): Promise<void> {
  const deliverBatch = async (first: number, end: number): Promise<void> => {
    deliveredBatches += 1;
    const survived = await run(() => aggregate({ shardId, records: records.slice(first, end) }));
    if (survived) return;
    const middle = random.between(first + 1, end);
    if (random.next() < 0.5) await deliverBatch(first, middle);
    await deliverBatch(first, end);
  };
  for (let done = 0; done < records.length; ) {
    const end = Math.min(
      records.length,
      done + (random.next() < 0.8 ? batchSize : random.between(1, batchSize)),
    );
    const first = random.next() < 0.3 ? Math.max(0, done - random.between(1, batchSize)) : done;
    const times = 1 + (random.next() < 0.4 ? random.between(1, 2) : 0);
    for (let time = 0; time < times; time += 1) await deliverBatch(first, end);
    done = end;
  }
}

async function statisticsOf(
  token: string,
  { creators, campaigns }: Program,
  { creator, campaign }: Filter,
  groupBy?: string,
) {
  const query = new URLSearchParams({
    from,
    to,
    ...(creator !== undefined && { affiliateId: creators[creator]?.id ?? '' }),
    ...(campaign !== undefined && { campaignId: campaigns[campaign]?.id ?? '' }),
    ...(groupBy !== undefined && { groupBy }),
  });
  const { status, json } = await send('GET', `/tracking/clicks?${query}`, { token });
  expect(status).toBe(200);
  return json.data;
}

/** Compares all returned statistics with the clicks themselves. */
async function expectExact(
  token: string,
  program: Program,
  { counts, groups }: ExpectedStatistics,
): Promise<void> {
  for (const filter of filtersOf(program)) {
    const { clicks, uniqueClicks, filtered, days } = counts.get(nameOf(filter)) ?? {};
    const answered = await statisticsOf(token, program, filter);
    expect({ filter, ...answered }).toMatchObject({ filter, clicks, uniqueClicks, filtered });
    const dates: readonly string[] = answered.days.map(({ date }: { date: string }) => date);
    expect(dates).toHaveLength(numberOfDays);
    const expected = dates.map((date) => ({ date, ...(days?.get(date) ?? { clicks: 0, uniqueClicks: 0 }) }));
    expect({ filter, days: answered.days }).toMatchObject({ filter, days: expected });
  }
  for (const [dimension, pairs] of groups) {
    const answered = await statisticsOf(token, program, {}, dimension);
    const expected = [...pairs].map(([key, pair]) => ({ key, ...pair }));
    expect(new Set(answered.groups), dimension).toEqual(new Set(expected));
  }
}

function* puts(items: Iterable<Item>): Generator<Write> {
  for (const item of items)
    yield { kind: 'put', item: { ...item, pk: String(item.pk), sk: String(item.sk) } };
}

/** Stores the clicks and calculates the figures from them. */
async function expectSameWhenRebuilt({ program }: SimulatedClicks, stream: SimulatedStream): Promise<void> {
  await disableStream();
  await writeInBulk(puts(stream.items()));
  const { items, differences } = await compareFigures(program.brandId, now());
  expect(differences).toEqual([]);
  expect(items).toBeGreaterThan(creatorCount);
}

const name =
  `\`aggregateClicks\` counts ${count} clicks exactly when batches overlap and repeat up to three times and ${kills} runs are killed, ` +
  'and a rebuild from the clicks produces the same figures';

test(name, { timeout: 600_000 + count * 5 }, async () => {
  fakeClock('2026-03-03T12:00:00.000Z');
  const random = newRandom(seed);
  const { admin: token, brand } = await createBrand('scale');
  const program: Program = {
    brandId: brand.id,
    creators: await runInBatches(creatorCount, () => invite(token)),
    campaigns: await runInBatches(campaignCount, () => createCampaign(token, { status: 'active' })),
  };
  const clicks = simulateClicks(program, { seed, count, from, days: numberOfDays });
  const stream = simulateStream(clicks, epochs);

  const killing = killer(random, { kills, every: Math.ceil((3 * count) / batchSize / kills) });
  const shards: string[] = [];
  for (const shardsOfEpoch of stream.epochs()) {
    shards.push(...shardsOfEpoch.map(({ shardId }) => shardId));
    await Promise.all(shardsOfEpoch.map((shard) => deliver(shard, random, killing)));
  }
  expect(killing.kills()).toBe(kills);
  vi.restoreAllMocks();
  expect(deadLetters()).toEqual([]);
  await expectExact(token, program, expectedStatistics(clicks));
  await expectSameWhenRebuilt(clicks, stream);
  const figures = {
    clicks: count,
    shards: shards.length,
    batches: deliveredBatches,
    calls: killing.calls(),
    kills,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
});
