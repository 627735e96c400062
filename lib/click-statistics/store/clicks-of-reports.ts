// Reads clicks for reports, by hour or by creator or campaign.
import { retainedHours } from '#lib/click-statistics/rules/retention.ts';
import { scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import { planReads, type ReadPlan } from '#lib/table/keys/read-plan.ts';
import { type OpenHours, planOpenHours } from './open-hours.ts';
import { readHours } from './read-rollups.ts';
import { readTotals } from './read-totals.ts';
import { type RollupRead, readWithJournals } from './read-with-journals.ts';

export interface ClickCounts {
  readonly clicks: number;
  readonly uniqueClicks: number;
}

/** `groupBy` is undefined for clicks by hour. */
export interface ClickRequest {
  readonly affiliateId: string | undefined;
  readonly campaignId: string | undefined;
  readonly groupBy: 'affiliate' | 'campaign' | undefined;
  readonly time: HourRange;
}

export interface Clicks {
  readonly byHour: ReadonlyMap<number, ClickCounts>;
  readonly byId: ReadonlyMap<string, ClickCounts>;
}

/** `request` is undefined if the report has no clicks, or if the query is invalid. */
export const planClicks = (
  brandId: string,
  request: ClickRequest | undefined,
  now: Date,
): ReadPlan<OpenHours> =>
  request === undefined
    ? { ...planReads({}), parse: () => ({ hours: [] }) }
    : planOpenHours(scopeOf(brandId, request), retainedHours(request.time, now));

export async function readClicks(
  brandId: string,
  request: ClickRequest | undefined,
  openHours: OpenHours,
  now: Date,
): Promise<Clicks | undefined> {
  if (request === undefined) return undefined;
  const time = retainedHours(request.time, now);
  return readWithJournals(scopeOf(brandId, request), time, openHours, (read) => clicksIn(request, read));
}

async function clicksIn(
  { affiliateId, campaignId, groupBy }: ClickRequest,
  read: RollupRead,
): Promise<Clicks> {
  if (groupBy === undefined) {
    const cell = affiliateId === undefined ? undefined : campaignId;
    const hours = await readHours(read, cell);
    const byHour = new Map([...hours].map(([hour, { figures }]) => [hour, figures]));
    return { byHour, byId: new Map() };
  }
  const totals = await readTotals(read, groupBy === 'affiliate');
  const byId: readonly (readonly [string, ClickCounts])[] =
    affiliateId === undefined
      ? [...totals.values()].flatMap(({ groups }) => [...(groups[groupBy] ?? [])])
      : [...totals].map(([name, { figures }]) => [name, figures]);
  return { byHour: new Map(), byId: new Map(byId) };
}
