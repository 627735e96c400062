import { newRandom } from '#infra/local/demo/random.ts';
import type { ClickDelta } from '#lib/clicks/tracking/rules/verdicts.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import type { Put } from '#lib/foundation/table/writes/write.ts';
import { applyBatch, figureBatches } from '#lib/outlets/figures/rules/batches.ts';
import { clickDeltasOf } from '#lib/outlets/figures/rules/deltas.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { writeInBulk } from '#test/support/fill.ts';
import { createBrand, newToken } from '#test/support/service.ts';

export const countries = Array.from({ length: 60 }, (_, index) =>
  String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 26)),
);
export const hosts = Array.from(
  { length: 50 },
  (_, index) => `${['www', 'blog', 'm'][index % 3]}.site-${index}.example`,
);
export const firstDay = new Date('2025-01-01T00:00:00.000Z');

export interface Program {
  readonly brandId: string;
  readonly affiliates: readonly string[];
  readonly campaigns: readonly (string | null)[];
}

const generateIds = (kind: 'affiliate' | 'campaign', count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => newId(kind, new Date(firstDay.getTime() + index)));

export const programOf = (brandId: string, creators: number, campaigns: number): Program => ({
  brandId,
  affiliates: generateIds('affiliate', creators),
  campaigns: campaigns === 0 ? [null] : generateIds('campaign', campaigns),
});

/** Creates clicks with a realistic distribution: few creators and countries dominate, and one click in ten is a duplicate. */
export function generateClicks(
  { brandId, affiliates, campaigns }: Program,
  at: Date,
  count: number,
  seed: number,
) {
  const { next: random } = newRandom(seed);
  const uniform = (size: number) => Math.floor(random() * size);
  const zipf = (size: number) => Math.min(size - 1, Math.floor((size + 1) ** random() - 1));
  return Array.from({ length: count }, (): ClickDelta => {
    const isRepeat = random() < 0.1;
    return {
      brandId,
      affiliateId: affiliates[zipf(affiliates.length)] ?? '',
      campaignId: campaigns[uniform(campaigns.length)] ?? null,
      at: at.getTime(),
      clicks: isRepeat ? 0 : 1,
      uniqueClicks: isRepeat ? 0 : 1,
      filtered: isRepeat ? { duplicate: 1 } : {},
      country: countries[zipf(countries.length)] ?? null,
      device: (['mobile', 'desktop', 'tablet', 'other'] as const)[zipf(4)] ?? 'other',
      referrerHost: hosts[zipf(hosts.length + 20)] ?? null,
    };
  });
}

/** The figures of these clicks, as if one batch had them. */
export const figuresOf = (clicks: readonly ClickDelta[]): readonly Put[] => {
  const utc = { timezone: 'UTC', pastTimezones: [] };
  const deltas = clicks.flatMap((click) => clickDeltasOf(click, utc));
  return figureBatches(deltas).map((batch) => applyBatch(batch, undefined));
};

/** Creates a brand with this number of clicks on each day of 2025 until `days`. */
export async function brandWithClicks(clicks: number, days: number, creators: number) {
  fakeClock('2026-01-01T12:00:00.000Z');
  const { brand } = await createBrand('scale');
  const program = programOf(brand.id, creators, 3);
  const all = Array.from({ length: days }, (_, day) =>
    generateClicks(program, addSeconds(firstDay, day * secondsPerDay), clicks, day),
  );
  await writeInBulk(figuresOf(all.flat()));
  return { token: (await newToken(brand.id, 'member')).token, program };
}

export const queriesOf = ({ affiliates, campaigns }: Program) =>
  ['', '&groupBy=affiliate', '&groupBy=campaign', '&groupBy=country', '&groupBy=referrer'].flatMap((query) =>
    ['', `&affiliateId=${affiliates[0]}`, `&campaignId=${campaigns[0]}`].map((filter) => query + filter),
  );
