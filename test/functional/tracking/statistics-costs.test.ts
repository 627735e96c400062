// Budget tests for click statistics: capacity to write a batch and to read days.
import { beforeAll, describe, expect, test } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { aggregateClicks } from '#lib/click-statistics/store/aggregate-clicks.ts';
import { prepareTransaction } from '#lib/click-statistics/store/rollup-transaction.ts';
import { newId } from '#lib/shared/ids.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { transact } from '#lib/table/transact.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { newClick } from '#lib/tracking/rules/visit.ts';
import { visitorById } from '#lib/tracking/rules/visitors.ts';
import { overflowItem } from '#lib/tracking/writes/visits.ts';
import {
  brandWithClicks,
  countries,
  generateClicks,
  hosts,
  type Program,
  programOf,
  queriesOf,
} from '#test/support/click-programs.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { disableStream } from '#test/support/fill.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { trafficOf } from '#test/support/traffic.ts';

beforeAll(async () => {
  await disableStream();
});

const fullBatch = 2000;
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

const sequenceNumberOf = (nth: number): string => String(100_000_000_003_498_069_978n + BigInt(nth));

interface StreamBatch {
  readonly at: Date;
  readonly shardId: string;
  readonly item: Item;
}

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
  test('costs at most 1.3 write units and 0.8 read units at seven clicks per hour of ten creators', async () => {
    const clock = fakeClock('2026-03-01T00:00:00.000Z');
    const { brand } = await createBrand('scale');
    const program = programOf(brand.id, 10, 1);
    const batches = loneClicks(program, sized(0.5, 7), 1);
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
});
