import { newRandom } from '#infra/local/demo/random.ts';
import { applyDeltas, rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { newId } from '#lib/shared/ids.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
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

/** Creates a brand with `clicks` clicks in each of these hours of each day. */
export async function brandWithClicks(
  hours: readonly string[],
  clicks: number,
  days: number,
  creators: number,
) {
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

export const queriesOf = ({ affiliates, campaigns }: Program) =>
  ['', '&groupBy=affiliate', '&groupBy=country&timezone=America/New_York', '&groupBy=referrer'].flatMap(
    (query) =>
      ['', `&affiliateId=${affiliates[0]}`, `&campaignId=${campaigns[0]}`].map((filter) => query + filter),
  );
