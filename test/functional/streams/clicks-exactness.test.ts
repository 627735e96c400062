// Whatever happens to the batches of the stream and to the function that folds them, the statistics say what the clicks do.
// `npm run test:clicks` does the same with a million clicks.
import { afterEach, expect, test, vi } from 'vitest';
import { type Chance, chanceOf } from '#infra/local/demo/random.ts';
import { filterReasons } from '#lib/clicks/kinds.ts';
import { aFewAtATime } from '#test/support/at-once.ts';
import { type Judged, judge } from '#test/support/clicks-by-hand.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { type Killer, killer } from '#test/support/killing.ts';
import { createBrand, send } from '#test/support/service.ts';
import { simulateClicks } from '#test/support/simulated-clicks.ts';
import { simulateStream } from '#test/support/simulated-stream.ts';
import { type Batch, fold } from '#test/support/stream.ts';

const count = Number(process.env.CLICKS ?? 6000);
const kills = Number(process.env.KILLS ?? 40);
const seed = Number(process.env.SEED ?? 20260301);
const [creatorCount, campaignCount] = [20, 3];
/** Over the end of a month. */
const [from, days, to] = ['2026-02-27', 4, '2026-03-02'];
/** As many shards' times as there are, and a batch as large as Lambda makes them, or a twentieth of a shard's. */
const epochs = Math.max(6, Math.ceil(count / 50_000));
const batchSize = Math.min(2000, Math.ceil(count / epochs / 8));

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Hands a shard's records over: in batches that begin again before the last one has ended, one to three times each, and
 * again, perhaps cut in two, where the function was killed.
 */
async function deliver({ shardId, records }: Batch, chance: Chance, { run }: Killer): Promise<void> {
  const hand = async (first: number, end: number): Promise<void> => {
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

interface Program {
  readonly token: string;
  readonly creators: readonly { readonly id: string; readonly trackingCode: string }[];
  readonly campaigns: readonly { readonly id: string }[];
}

interface Filter {
  readonly creator?: number;
  readonly campaign?: number;
}

/** The brand, each creator, each campaign, and each creator in each campaign. */
const filters: readonly Filter[] = [
  undefined,
  ...Array.from({ length: creatorCount }, (_, at) => at),
].flatMap((creator) =>
  [undefined, ...Array.from({ length: campaignCount }, (_, at) => at)].map((campaign) => ({
    ...(creator !== undefined && { creator }),
    ...(campaign !== undefined && { campaign }),
  })),
);

const nameOf = ({ creator, campaign }: Filter): string => JSON.stringify([creator, campaign]);

interface Counts {
  clicks: number;
  uniqueClicks: number;
  readonly filtered: Record<string, number>;
  readonly days: Map<string, { clicks: number; uniqueClicks: number }>;
}

const noCounts = (): Counts => ({
  clicks: 0,
  uniqueClicks: 0,
  filtered: Object.fromEntries(filterReasons.map((reason) => [reason, 0])),
  days: new Map(),
});

function add(counts: Counts, { date, reason, isUnique }: Judged): void {
  if (reason !== null) {
    counts.filtered[reason] = (counts.filtered[reason] ?? 0) + 1;
    return;
  }
  const day = counts.days.get(date) ?? { clicks: 0, uniqueClicks: 0 };
  counts.days.set(date, day);
  for (const sum of [counts, day]) {
    sum.clicks += 1;
    sum.uniqueClicks += isUnique ? 1 : 0;
  }
}

/** By filter, what statistics must answer. */
function countByHand(judged: Iterable<Judged>): ReadonlyMap<string, Counts> {
  const counts = new Map(filters.map((filter) => [nameOf(filter), noCounts()]));
  for (const one of judged) {
    const { creator, campaign } = one.click;
    const own = [{}, { creator }, ...(campaign === null ? [] : [{ campaign }, { creator, campaign }])];
    for (const filter of own) {
      const sum = counts.get(nameOf(filter));
      if (sum === undefined) throw new Error('A click is of no creator that there is');
      add(sum, one);
    }
  }
  return counts;
}

async function statisticsOf({ token, creators, campaigns }: Program, { creator, campaign }: Filter) {
  const query = new URLSearchParams({
    from,
    to,
    ...(creator !== undefined && { affiliateId: creators[creator]?.id ?? '' }),
    ...(campaign !== undefined && { campaignId: campaigns[campaign]?.id ?? '' }),
  });
  const { status, json } = await send('GET', `/tracking/clicks?${query}`, { token });
  expect(status).toBe(200);
  return json.data;
}

/** Holds every figure that is answered against the clicks themselves. */
async function expectExact(program: Program, byHand: ReadonlyMap<string, Counts>): Promise<void> {
  for (const filter of filters) {
    const { clicks, uniqueClicks, filtered, days } = byHand.get(nameOf(filter)) ?? noCounts();
    const answered = await statisticsOf(program, filter);
    expect({ filter, ...answered }).toMatchObject({ filter, clicks, uniqueClicks, filtered });
    const nothing = { clicks: 0, uniqueClicks: 0 };
    const expected = answered.days.map(({ date }: { date: string }) => ({
      date,
      ...(days.get(date) ?? nothing),
    }));
    expect({ filter, days: answered.days }).toMatchObject({ filter, days: expected });
    expect(answered.days).toHaveLength(4);
  }
}

test(`${count} clicks, in batches that overlap and come up to three times, folded by functions of which ${kills} are killed, are exact`, {
  timeout: 30_000 + count * 5,
}, async () => {
  fakeClock('2026-03-20T12:00:00.000Z');
  const chance = chanceOf(seed);
  const { admin: token, brand } = await createBrand('scale');
  const creators = await aFewAtATime(creatorCount, () => invite(token));
  const campaigns = await aFewAtATime(campaignCount, () => createCampaign(token, { status: 'active' }));
  const program = { token, creators, campaigns };
  const clicks = simulateClicks({ brandId: brand.id, creators, campaigns }, { seed, count, from, days });
  const stream = simulateStream(clicks, epochs);

  const every = Math.ceil((3 * count) / batchSize / kills);
  const killing = killer(chance, { kills, every });
  for (const shards of stream.epochs()) {
    await Promise.all(shards.map((shard) => deliver(shard, chance, killing)));
  }
  expect(killing.kills()).toBe(kills);
  vi.restoreAllMocks();
  expect(deadLetters()).toEqual([]);
  const byHand = countByHand(judge(clicks));
  await expectExact(program, byHand);
});
