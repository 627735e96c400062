// Budget tests for click statistics: capacity to write a batch and to read days.
import { beforeAll, describe, expect, test } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { headPut, newHead, segmentPut } from '#lib/click-statistics/rules/journal/items.ts';
import { applyDeltas, rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { aggregateClicks } from '#lib/click-statistics/store/aggregate-clicks.ts';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { prepareTransaction } from '#lib/click-statistics/store/rollup-transaction.ts';
import { newId } from '#lib/shared/ids.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { transact } from '#lib/table/transact.ts';
import { sizeOfPuts } from '#lib/table/writes/transaction-size.ts';
import type { Put } from '#lib/table/writes/write.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { newClick } from '#lib/tracking/rules/visit.ts';
import { visitorById } from '#lib/tracking/rules/visitors.ts';
import { overflowItem } from '#lib/tracking/writes/visits.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { trafficOf } from '#test/support/traffic.ts';

beforeAll(async () => {
  await disableStream();
});

const fullBatch = 2000;
const countries = Array.from({ length: 60 }, (_, index) =>
  String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 26)),
);
const hosts = Array.from(
  { length: 50 },
  (_, index) => `${['www', 'blog', 'm'][index % 3]}.site-${index}.example`,
);
const firstDay = new Date('2025-01-01T00:00:00.000Z');

interface Program {
  readonly brandId: string;
  readonly affiliates: readonly string[];
  readonly campaigns: readonly (string | null)[];
}

const generateIds = (kind: 'affiliate' | 'campaign', count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => newId(kind, new Date(firstDay.getTime() + index)));

const programOf = (brandId: string, creators: number, campaigns: number): Program => ({
  brandId,
  affiliates: generateIds('affiliate', creators),
  campaigns: campaigns === 0 ? [null] : generateIds('campaign', campaigns),
});

/** Creates clicks with a realistic distribution: few creators and countries dominate, and one click in ten is a duplicate. */
function generateClicks(
  { brandId, affiliates, campaigns }: Program,
  hour: string,
  count: number,
  seed: number,
) {
  const { next: random } = newRandom(seed);
  const uniform = (size: number) => Math.floor(random() * size);
  const zipf = (size: number) => Math.min(size - 1, Math.floor((size + 1) ** random() - 1));
  return Array.from({ length: count }, (_, index): ClickDelta => {
    const isRepeat = random() < 0.1;
    return {
      brandId,
      affiliateId: affiliates[zipf(affiliates.length)] ?? '',
      campaignId: campaigns[uniform(campaigns.length)] ?? null,
      hour,
      clicks: isRepeat ? 0 : 1,
      uniqueClicks: isRepeat ? 0 : 1,
      firstInCampaign: isRepeat ? 0 : 1,
      filtered: isRepeat ? { duplicate: 1 } : {},
      country: countries[zipf(countries.length)] ?? null,
      device: (['mobile', 'desktop', 'tablet', 'other'] as const)[zipf(4)] ?? 'other',
      referrerHost: hosts[zipf(hosts.length + 20)] ?? null,
      visitor: `${seed} ${isRepeat ? index - 1 : index}`,
    };
  });
}

/** Writes a batch as the stream handler does, and returns the consumed write capacity. */
async function writeBatch(deltas: readonly ClickDelta[]): Promise<number> {
  let consumed = 0;
  for (let remaining = rollupBatches(deltas); remaining.length > 0; ) {
    const { batches, puts } = await prepareTransaction(remaining);
    consumed += (await trafficOf(() => transact(puts)))[1].capacity;
    remaining = remaining.slice(batches.length);
  }
  return consumed;
}

describe('the write of a full batch of clicks', () => {
  const hour = '2026-11-21T16';

  test.each([
    ['for one link', 1, 0, 0.01],
    ['for 20 creators in 3 campaigns', 20, 3, 0.1],
    ['for 20 creators without a campaign', 20, 0, 0.1],
  ])(
    'stays within its capacity budget %s, also at the end of a busy hour',
    async (_, creators, campaigns, budget) => {
      const program = programOf(newId('brand', new Date()), creators, campaigns);
      const batches = 10;
      for (let batch = 0; batch < batches; batch += 1) {
        const capacity = await writeBatch(generateClicks(program, hour, fullBatch, batch));
        // The transaction also writes the checkpoint, which takes 2 units.
        expect((capacity + 2) / fullBatch).toBeLessThanOrEqual(budget);
      }
      // The first batch of an hour also closes the previous hour.
      const closing = await writeBatch(generateClicks(program, '2026-11-21T17', fullBatch, batches));
      expect(closing / fullBatch).toBeLessThanOrEqual(5 * budget);
    },
  );
});

const monthsOf = (year: number): readonly string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);

/** Returns the items of a journal with as many changes as it can have, evenly over the hours of the month. */
function fullJournal(program: Program, month: string, seed: number): readonly Put[] {
  const id = { brandId: program.brandId, month };
  const hoursOfMonth = 28 * 24;
  const count = journalLimits.changes;
  const deltas = generateClicks(program, month, count, seed).map((delta, nth) => {
    const hour = parseHour(`${month}-01T00`) + Math.floor((nth * hoursOfMonth) / count);
    return { ...delta, hour: formatHour(hour) };
  });
  const puts: Put[] = [];
  const perSegment = 360;
  for (let at = 0; at < count; at += perSegment) {
    const own = deltas.slice(at, at + perSegment);
    const put = segmentPut(id, puts.length + 1, own);
    puts.push(put);
  }
  expect(sizeOfPuts(puts.slice(0, 1))).toBeGreaterThan(0.9 * journalLimits.segmentBytes);
  const head = { ...newHead(), changes: count, segments: puts.length };
  return [headPut(id, newHead(), head), ...puts];
}

interface StreamBatch {
  readonly at: Date;
  readonly shardId: string;
  readonly item: Item;
}

const sequenceNumberOf = (nth: number): string => String(100_000_000_003_498_069_978n + BigInt(nth));

/** Returns the visits of clicks that arrive one by one, each in a stream batch of its own: seven in each hour, of ten creators. */
function loneClicks(program: Program, days: number, seed: number): readonly StreamBatch[] {
  const { next: random } = newRandom(seed);
  const uniform = (size: number) => Math.floor(random() * size);
  const start = Date.parse('2026-03-01T00:00:00.000Z');
  const perHour = 7;
  return Array.from({ length: days * 24 * perHour }, (__, nth): StreamBatch => {
    const at = new Date(start + nth * Math.floor(3_600_000 / perHour));
    const affiliateId = program.affiliates[Math.floor(program.affiliates.length * random() ** 2)] ?? '';
    const host = hosts[Math.floor(hosts.length * random() ** 3)] ?? null;
    const facts = {
      campaignId: program.campaigns[0] ?? null,
      filtered: null,
      device: (['mobile', 'desktop', 'tablet'] as const)[uniform(3)] ?? 'other',
      country: countries[Math.floor(countries.length * random() ** 3)] ?? null,
      referrerHost: random() < 0.3 ? null : host,
    } as const;
    const subject = { brandId: program.brandId, affiliateId, trackingCode: affiliateId };
    const click = newClick(
      { ...subject, ...facts },
      visitorById(program.brandId, affiliateId, String(nth)),
      at,
    );
    const { beyond, ...item } = { ...overflowItem(click, 90), visitor: `visitor ${nth}` };
    expect(beyond).toBe(true);
    return { at, shardId: `shardId-${Math.floor(nth / 28)}-${uniform(4)}`, item };
  });
}

describe('a click that is alone in its batch', () => {
  test('costs at most 1.3 write units and 0.8 read units at seven clicks per hour of ten creators, over several days', async () => {
    const clock = fakeClock('2026-03-01T00:00:00.000Z');
    const { brand } = await createBrand('scale');
    const program = programOf(brand.id, 10, 1);
    const batches = loneClicks(program, sized(2, 7), 1);
    let [reads, writes] = [0, 0];
    for (const [nth, { at, shardId, item }] of batches.entries()) {
      clock.set(at);
      const [, traffic] = await trafficOf(() =>
        aggregateClicks(shardId, [{ sequenceNumber: sequenceNumberOf(nth), before: undefined, after: item }]),
      );
      reads += traffic.capacity - traffic.writeUnits;
      writes += traffic.writeUnits;
    }
    expect(writes / batches.length).toBeLessThanOrEqual(1.3);
    expect(reads / batches.length).toBeLessThanOrEqual(0.8);
  });
});

describe('GET /v1/tracking/clicks', () => {
  /** Creates a brand with `clicks` clicks in each of these hours of each day. */
  async function brandWithClicks(hours: readonly string[], clicks: number, days: number, creators: number) {
    fakeClock(firstDay);
    const { brand } = await createBrand('scale');
    const program = programOf(brand.id, creators, creators);
    const deltas = Array.from({ length: days }, (_, day) =>
      hours.flatMap((hour, index) => {
        const at = formatHour(parseHour(`2025-01-01T${hour}`) + day * 24);
        return generateClicks(program, at, clicks, day * hours.length + index);
      }),
    );
    await writeInBulk(applyDeltas(rollupBatches(deltas.flat()), new Map()));
    return { token: (await newToken(brand.id, 'member')).token, program };
  }

  const queriesOf = ({ affiliates, campaigns }: Program) =>
    ['', '&groupBy=affiliate', '&groupBy=country&timezone=America/New_York', '&groupBy=referrer'].flatMap(
      (query) =>
        ['', `&affiliateId=${affiliates[0]}`, `&campaignId=${campaigns[0]}`].map((filter) => query + filter),
    );

  const sampledQueries = (program: Program) => queriesOf(program).filter((_, nth) => nth % sized(4, 1) === 0);

  test('takes two round trips, and at most twice the capacity for twenty times the clicks', async () => {
    const range = '?from=2025-01-01&to=2025-01-31';
    const smallBrand = await brandWithClicks(['10'], 300, 4, 6);
    const largeBrand = await brandWithClicks(['10'], 6000, 4, 6);
    const costsOf = async ({ token, program }: Awaited<ReturnType<typeof brandWithClicks>>) => {
      const costs: number[] = [];
      for (const query of queriesOf(program)) {
        const [answer, traffic] = await trafficOf(() =>
          send('GET', `/tracking/clicks${range}${query}`, { token }),
        );
        expect(answer.status, answer.text).toBe(200);
        expect(answer.json.data.clicks).toBeGreaterThan(0);
        expect(traffic.roundTrips).toBe(2);
        costs.push(traffic.capacity);
      }
      return costs;
    };
    const [smallCosts, largeCosts] = [await costsOf(smallBrand), await costsOf(largeBrand)];
    // Allow twice the cost, because larger numbers take more bytes and rare values appear only among many clicks.
    largeCosts.forEach((capacity, index) => {
      expect(capacity).toBeLessThanOrEqual(2 * (smallCosts[index] ?? 0));
    });
  });

  test('reads a year of busy days in two round trips and at most 150 capacity units', async () => {
    const { token, program } = await brandWithClicks(['08', '20'], 60, 365, 1);
    for (const query of sampledQueries(program)) {
      const path = `/tracking/clicks?from=2025-01-01&to=2025-12-31${query}`;
      const [answer, traffic] = await trafficOf(() => send('GET', path, { token }));
      expect(
        answer.json.data.days.filter(({ clicks }: { clicks: number }) => clicks > 0).length,
      ).toBeGreaterThan(360);
      expect([query, traffic.roundTrips, traffic.capacity <= 150]).toEqual([query, 2, true]);
    }
  });

  test('reads a year of full journals in two round trips and at most 150 capacity units', async () => {
    fakeClock(firstDay);
    const { brand } = await createBrand('scale');
    const program = programOf(brand.id, 10, 1);
    for (const [nth, month] of monthsOf(2025).entries()) await writeInBulk(fullJournal(program, month, nth));
    fakeClock('2025-12-31T12:00:00.000Z');
    const { token } = await newToken(brand.id, 'member');
    for (const query of sampledQueries(program)) {
      const path = `/tracking/clicks?from=2025-01-01&to=2025-12-31${query}`;
      const [{ json, status }, traffic] = await trafficOf(() => send('GET', path, { token }));
      expect([query, status, json.data.clicks > 0]).toEqual([query, 200, true]);
      expect([query, traffic.roundTrips, traffic.capacity <= 150]).toEqual([query, 2, true]);
    }
  });
});
