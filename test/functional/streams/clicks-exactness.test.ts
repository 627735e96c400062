// Whatever happens to the batches of the stream and to the function that folds them, the statistics say what the clicks do.
// `npm run test:clicks` does the same with a million clicks.
import { afterEach, expect, test, vi } from 'vitest';
import { type Chance, chanceOf } from '#infra/local/demo/random.ts';
import { compareMonth } from '#lib/clicks/rebuild.ts';
import type { Item } from '#lib/table/client.ts';
import type { Write } from '#lib/table/transaction.ts';
import { aFewAtATime } from '#test/support/at-once.ts';
import { type ByHand, countByHand, type Filter, filtersOf, nameOf } from '#test/support/clicks-by-hand.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { closeStream, fill } from '#test/support/fill.ts';
import { type Killer, killer } from '#test/support/interruptions.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Program, type SimulatedClicks, simulateClicks } from '#test/support/simulated-clicks.ts';
import { type SimulatedStream, simulateStream } from '#test/support/simulated-stream.ts';
import { type Batch, fold } from '#test/support/stream.ts';

const count = Number(process.env.CLICKS ?? 2000);
const kills = Number(process.env.KILLS ?? 12);
const seed = Number(process.env.SEED ?? 20260301);
const [creatorCount, campaignCount] = [20, 3];
/** Over the end of a month. */
const [from, numberOfDays, to] = ['2026-02-27', 4, '2026-03-02'] as const;
/** As many shards' times as there are, and a batch as large as Lambda makes them, or a twentieth of a shard's. */
const epochs = Math.max(6, Math.ceil(count / 50_000));
const batchSize = Math.min(2000, Math.ceil(count / epochs / 8));

afterEach(() => {
  vi.restoreAllMocks();
});

/** How many batches have been handed over. */
let handed = 0;

/**
 * Hands a shard's records over: in batches that begin again before the last one has ended, one to three times each, and
 * again, perhaps cut in two, where the function was killed.
 */
async function deliver({ shardId, records }: Batch, chance: Chance, { run }: Killer): Promise<void> {
  const hand = async (first: number, end: number): Promise<void> => {
    handed += 1;
    const survived = await run(() => fold({ shardId, records: records.slice(first, end) }));
    if (survived) return;
    const middle = chance.between(first + 1, end);
    if (chance.next() < 0.5) await hand(first, middle);
    await hand(first, end);
  };
  for (let done = 0; done < records.length; ) {
    const end = Math.min(
      records.length,
      done + (chance.next() < 0.8 ? batchSize : chance.between(1, batchSize)),
    );
    const first = chance.next() < 0.3 ? Math.max(0, done - chance.between(1, batchSize)) : done;
    const times = 1 + (chance.next() < 0.4 ? chance.between(1, 2) : 0);
    for (let time = 0; time < times; time += 1) await hand(first, end);
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

/** Visitors of a creator are told exactly; others, where they are very many, by an estimate with an error of 2.3 %. */
const estimated = 0.1;

/** Holds every figure that is answered against the clicks themselves. */
async function expectExact(token: string, program: Program, { counts, groups }: ByHand): Promise<void> {
  for (const filter of filtersOf(program)) {
    const { clicks, uniqueClicks, filtered, days, visitors = 0 } = counts.get(nameOf(filter)) ?? {};
    const answered = await statisticsOf(token, program, filter);
    expect({ filter, ...answered }).toMatchObject({ filter, clicks, uniqueClicks, filtered });
    const dates: readonly string[] = answered.days.map(({ date }: { date: string }) => date);
    expect(dates).toHaveLength(numberOfDays);
    const expected = dates.map((date) => ({ date, ...(days?.get(date) ?? { clicks: 0, uniqueClicks: 0 }) }));
    expect({ filter, days: answered.days }).toMatchObject({ filter, days: expected });
    const error = Math.abs(answered.uniqueVisitors - visitors);
    expect([filter, error]).toEqual([filter, filter.creator === undefined ? error : 0]);
    expect(error).toBeLessThanOrEqual(estimated * visitors);
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

/** Stores the clicks themselves, and has the figures computed from them once more. */
async function expectSameWhenRebuilt({ program }: SimulatedClicks, stream: SimulatedStream): Promise<void> {
  await closeStream();
  await fill(puts(stream.items()));
  const months = ['2026-02', '2026-03'];
  const looks = [];
  for (const month of months) looks.push(await compareMonth(program.brandId, month));
  expect(looks.map(({ differences }) => differences)).toEqual(months.map(() => []));
  expect(looks.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(count);
  for (const { items } of looks) expect(items).toBeGreaterThan(creatorCount);
}

const name =
  `${count} clicks, in batches that overlap and come up to three times, folded by functions of which ${kills} are ` +
  'killed, are exact, and the same when they are computed once more';

test(name, { timeout: 600_000 + count * 5 }, async () => {
  fakeClock('2026-03-03T12:00:00.000Z');
  const chance = chanceOf(seed);
  const { admin: token, brand } = await createBrand('scale');
  const program: Program = {
    brandId: brand.id,
    creators: await aFewAtATime(creatorCount, () => invite(token)),
    campaigns: await aFewAtATime(campaignCount, () => createCampaign(token, { status: 'active' })),
  };
  const clicks = simulateClicks(program, { seed, count, from, days: numberOfDays });
  const stream = simulateStream(clicks, epochs);

  const killing = killer(chance, { kills, every: Math.ceil((3 * count) / batchSize / kills) });
  const shards: string[] = [];
  for (const ofEpoch of stream.epochs()) {
    shards.push(...ofEpoch.map(({ shardId }) => shardId));
    await Promise.all(ofEpoch.map((shard) => deliver(shard, chance, killing)));
  }
  expect(killing.kills()).toBe(kills);
  vi.restoreAllMocks();
  expect(deadLetters()).toEqual([]);
  await expectExact(token, program, countByHand(clicks));
  await expectSameWhenRebuilt(clicks, stream);
  const figures = { clicks: count, shards: shards.length, batches: handed, calls: killing.calls(), kills };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
});
