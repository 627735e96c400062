// Reads clicks for reports, by hour or by creator or campaign.
import { scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import { planReads, type ReadPlan } from '#lib/table/keys/read-plan.ts';
import { type OpenHours, planOpenHours, readHours, readTotals } from './read-rollups.ts';

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
export const planClicks = (brandId: string, request: ClickRequest | undefined): ReadPlan<OpenHours> =>
  request === undefined
    ? { ...planReads({}), parse: () => ({ hours: [] }) }
    : planOpenHours(scopeOf(brandId, request), request.time);

export async function readClicks(
  brandId: string,
  request: ClickRequest | undefined,
  openHours: OpenHours,
): Promise<Clicks | undefined> {
  if (request === undefined) return undefined;
  const { affiliateId, campaignId, groupBy, time } = request;
  const scope = scopeOf(brandId, request);
  if (groupBy === undefined) {
    const cell = affiliateId === undefined ? undefined : campaignId;
    const hours = await readHours(scope, time, openHours, cell);
    const byHour = new Map([...hours].map(([hour, { figures }]) => [hour, figures]));
    return { byHour, byId: new Map() };
  }
  const totals = await readTotals(scope, time, openHours);
  const byId: readonly (readonly [string, ClickCounts])[] =
    affiliateId === undefined
      ? [...totals.values()].flatMap(({ groups }) => [...(groups[groupBy] ?? [])])
      : [...totals].map(([name, { figures }]) => [name, figures]);
  return { byHour: new Map(), byId: new Map(byId) };
}
