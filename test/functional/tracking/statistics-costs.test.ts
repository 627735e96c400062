// What statistics cost: a batch of clicks when it is written, and days when they are read.
import { beforeAll, describe, expect, test } from 'vitest';
import { chanceOf } from '#infra/local/demo/random.ts';
import { applyDeltas, sharesOf } from '#lib/click-statistics/rules/rollups/apply.ts';
import { portionOf } from '#lib/click-statistics/store/rollup-batch.ts';
import { newId } from '#lib/shared/ids.ts';
import { hourOfText, textOfHour } from '#lib/shared/time-zones.ts';
import { transact } from '#lib/table/transact.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { closeStream, fill } from '#test/support/fill.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

beforeAll(async () => {
  await closeStream();
});

const fullBatch = 2000;
const countries = Array.from({ length: 60 }, (_, index) =>
  String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 26)),
);
const hosts = Array.from(
  { length: 50 },
  (_, index) => `${['www', 'blog', 'm'][index % 3]}.site-${index}.example`,
);
const first = new Date('2025-01-01T00:00:00.000Z');

interface Program {
  readonly brandId: string;
  readonly affiliates: readonly string[];
  readonly campaigns: readonly (string | null)[];
}

const someIds = (kind: 'affiliate' | 'campaign', count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => newId(kind, new Date(first.getTime() + index)));

const programOf = (brandId: string, creators: number, campaigns: number): Program => ({
  brandId,
  affiliates: someIds('affiliate', creators),
  campaigns: campaigns === 0 ? [null] : someIds('campaign', campaigns),
});

/** Clicks as they come: a few countries, networks and creators have most of them, one in ten repeats another. */
function someClicks({ brandId, affiliates, campaigns }: Program, hour: string, count: number, seed: number) {
  const { next: chance } = chanceOf(seed);
  const uniform = (most: number) => Math.floor(chance() * most);
  const zipf = (most: number) => Math.min(most - 1, Math.floor((most + 1) ** chance() - 1));
  return Array.from({ length: count }, (_, index): ClickDelta => {
    const isRepeat = chance() < 0.1;
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

/** Writes a batch as the fold does; answers the capacity that its writes consume. */
async function write(gains: readonly ClickDelta[]): Promise<number> {
  let consumed = 0;
  for (let left = sharesOf(gains); left.length > 0; ) {
    const { shares, puts } = await portionOf(left);
    consumed += (await trafficOf(() => transact(puts)))[1].capacity;
    left = left.slice(shares.length);
  }
  return consumed;
}

describe('a full batch of clicks', () => {
  const hour = '2026-11-21T16';

  test.each([
    ['of one link', 1, 0, 0.01],
    ['of 20 creators in 3 campaigns', 20, 3, 0.1],
    ['of 20 creators without a campaign', 20, 0, 0.1],
  ])(
    '%s costs at most its budget, also at the end of a busy hour',
    async (_, creators, campaigns, budget) => {
      const program = programOf(newId('brand', new Date()), creators, campaigns);
      const batches = 10;
      for (let batch = 0; batch < batches; batch += 1) {
        const capacity = await write(someClicks(program, hour, fullBatch, batch));
        // And the checkpoint, in the same transaction.
        expect((capacity + 2) / fullBatch).toBeLessThanOrEqual(budget);
      }
      // Once an hour the last one is filed.
      const filing = await write(someClicks(program, '2026-11-21T17', fullBatch, batches));
      expect(filing / fullBatch).toBeLessThanOrEqual(5 * budget);
    },
  );
});

describe('days that are read', () => {
  /** Clicks in each of these hours of each day. */
  async function brandWith(hours: readonly string[], clicks: number, days: number, creators: number) {
    fakeClock(first);
    const { brand } = await createBrand('scale');
    const program = programOf(brand.id, creators, creators);
    const gains = Array.from({ length: days }, (_, day) =>
      hours.flatMap((hour, index) => {
        const at = textOfHour(hourOfText(`2025-01-01T${hour}`) + day * 24);
        return someClicks(program, at, clicks, day * hours.length + index);
      }),
    );
    await fill(applyDeltas(sharesOf(gains.flat()), new Map()));
    return { token: (await newToken(brand.id, 'member')).token, program };
  }

  const queriesOf = ({ affiliates, campaigns }: Program) =>
    ['', '&groupBy=affiliate', '&groupBy=country&timezone=America/New_York', '&groupBy=referrer'].flatMap(
      (query) =>
        ['', `&affiliateId=${affiliates[0]}`, `&campaignId=${campaigns[0]}`].map((filter) => query + filter),
    );

  test('cost the same however many clicks there are, in two round trips', async () => {
    const range = '?from=2025-01-01&to=2025-01-31';
    const few = await brandWith(['10'], 300, 4, 6);
    const many = await brandWith(['10'], 6000, 4, 6);
    const costsOf = async ({ token, program }: Awaited<ReturnType<typeof brandWith>>) => {
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
    const [ofFew, ofMany] = [await costsOf(few), await costsOf(many)];
    // Twenty times the clicks: the numbers are longer, and what only few clicks have is there, too.
    ofMany.forEach((capacity, index) => {
      expect(capacity).toBeLessThanOrEqual(2 * (ofFew[index] ?? 0));
    });
  });

  test('of a whole year, each of them busy, are read in two round trips and at most 150 units', async () => {
    const { token, program } = await brandWith(['08', '20'], 60, 365, 1);
    for (const query of queriesOf(program)) {
      const path = `/tracking/clicks?from=2025-01-01&to=2025-12-31${query}`;
      const [answer, traffic] = await trafficOf(() => send('GET', path, { token }));
      expect(
        answer.json.data.days.filter(({ clicks }: { clicks: number }) => clicks > 0).length,
      ).toBeGreaterThan(360);
      expect([query, traffic.roundTrips, traffic.capacity <= 150]).toEqual([query, 2, true]);
    }
  });
});
