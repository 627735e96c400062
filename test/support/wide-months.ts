// Lowers the limits of wide months, so that small tests also use them, and reads the state of such a month.
import { afterEach, beforeEach } from 'vitest';
import { wideLimits } from '#lib/click-statistics/store/wide-months/wide-limits.ts';
import { type clickedBrand, monthRange, statisticsItemsOf } from '#test/support/clicked-brand.ts';
import { newToken, send } from '#test/support/service.ts';

type Limits = Partial<typeof wideLimits>;
type ClickedBrand = Awaited<ReturnType<typeof clickedBrand>>;

const defaults = structuredClone(wideLimits);

/** A month becomes wide with two creators, a few changes end a round, and a step adds to few rollups. */
export const lowLimits: Limits = {
  ...{ creators: 1, roundChanges: 4, roundSegments: 6, batchUnits: 60 },
  ...{ minRounds: { summary: 1, creators: 2 }, maxRounds: { summary: 2, creators: 3 } },
};

/** Sets the limits for each test of the file or of the `describe`. */
export function limitWideMonths(limits: Limits): void {
  beforeEach(() => {
    Object.assign(wideLimits, structuredClone(limits));
  });
  afterEach(() => {
    Object.assign(wideLimits, structuredClone(defaults));
  });
}

export const setWideLimits = (limits: Limits): void => {
  Object.assign(wideLimits, structuredClone(limits));
};

interface Progress {
  readonly revision: number;
  readonly hasJournal: boolean;
  readonly round: number;
  readonly summary: { readonly from: number; readonly to: number; readonly after: string };
  readonly creators: { readonly from: number; readonly to: number; readonly after: string };
}

/** Returns the progress of the folds, and the open round. */
export async function wideProgressOf(clicked: ClickedBrand): Promise<Progress> {
  const items = await statisticsItemsOf(clicked);
  const [folds, round] = ['FOLD', 'BUFFER'].map((name) => items.find(({ sk }) => sk === name));
  return { ...folds, round: round?.round } as unknown as Progress;
}

const groupings = [
  '',
  '&groupBy=day',
  '&groupBy=affiliate',
  '&groupBy=campaign',
  '&groupBy=country',
  '&groupBy=referrer',
];
const zones = ['', '&timezone=America/New_York', '&from=2026-03-03&to=2026-03-03&timezone=Asia/Tokyo'];

/** All statistics of the brand, a campaign, a creator, and a creator in a campaign. */
export async function allStatisticsOf(
  { brand, campaign, creators }: ClickedBrand,
  beforeRequest: () => void = () => undefined,
) {
  const { token } = await newToken(brand.id, 'admin');
  const [{ id = '' } = {}] = creators;
  const filters = ['', `&campaignId=${campaign.id}`, `&affiliateId=${id}`];
  filters.push(`${filters[1]}${filters[2]}`);
  const statistics = new Map<string, unknown>();
  for (const filter of filters) {
    for (const grouping of groupings) {
      for (const zone of zones) {
        beforeRequest();
        const query = `${zone.includes('from') ? '' : monthRange}${zone}${filter}${grouping}`;
        const { status, json } = await send('GET', `/tracking/clicks?${query}`, { token });
        statistics.set(query, [status, json.data]);
      }
    }
  }
  beforeRequest();
  const report = `/reports/performance?${monthRange}&groupBy=affiliate`;
  statistics.set(report, (await send('GET', report, { token })).json.data);
  return statistics;
}
