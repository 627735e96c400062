// Reads the statistics of clicks.
import type * as z from 'zod';
import { dayOfBrand, type Zones } from '#lib/access/brands/rules/days.ts';
import { daysBetween } from '#lib/foundation/shared/dates.ts';
import { requestedDays } from '#lib/outlets/figures/rules/days.ts';
import {
  addFigures,
  type Clicks,
  clicksOf,
  type Figures,
  reasonsOf,
} from '#lib/outlets/figures/rules/figures.ts';
import { addParts, type Parts } from '#lib/outlets/figures/rules/sheet.ts';
import type { Days } from '#lib/outlets/figures/rules/spans.ts';
import {
  clicksByCampaign,
  clicksById,
  groupsOf,
  rankingOf,
  sumOf,
} from '#lib/outlets/figures/rules/statistics-groups.ts';
import type { StatisticsQuery, statisticsAnswer } from '#lib/outlets/figures/schema/statistics.ts';
import { type FiguresByDay, readBrandByDay, readByDay, readById } from './read-figures.ts';

const readDays = (brandId: string, { affiliateId, campaignId }: StatisticsQuery, days: Days) => {
  if (affiliateId !== undefined) return readByDay(brandId, 'AFFILIATE', affiliateId, days);
  if (campaignId !== undefined) return readByDay(brandId, 'CAMPAIGN', campaignId, days);
  return readBrandByDay(brandId, days);
};

const partsOfAllDays = (byDay: FiguresByDay): Parts =>
  [...byDay.values()].reduce((sums, parts) => addParts(sums, parts), new Map());

/** Throws a 400 for a range that is empty or too long. */
export async function readStatistics(
  brand: Zones & { readonly id: string },
  query: StatisticsQuery,
  now: Date,
): Promise<z.input<typeof statisticsAnswer>> {
  const { affiliateId, campaignId, groupBy } = query;
  const today = dayOfBrand(brand, now);
  const [from, to] = requestedDays(query, today);
  const isOfAll = affiliateId === undefined;
  const [byDay, affiliates, campaigns] = await Promise.all([
    readDays(brand.id, query, [from, to]),
    isOfAll ? readById(brand.id, 'AFFILIATE', [from, to], today) : new Map(),
    isOfAll && campaignId === undefined && groupBy === 'campaign'
      ? readById(brand.id, 'CAMPAIGN', [from, to], today)
      : new Map(),
  ]);
  const onlyCampaign = isOfAll ? undefined : campaignId;
  const sum: Figures = {};
  const days = daysBetween(from, to).map((date) => {
    const figures = sumOf(byDay.get(date) ?? new Map(), onlyCampaign);
    addFigures(sum, figures);
    return { date, ...clicksOf(figures) };
  });
  const byAffiliate = isOfAll ? clicksById(affiliates, campaignId) : new Map([[affiliateId, clicksOf(sum)]]);
  const byCampaign = isOfAll ? clicksById(campaigns) : clicksByCampaign(partsOfAllDays(byDay));
  return {
    ...{ from, to, ...clicksOf(sum) },
    filtered: reasonsOf(sum),
    days,
    affiliates: rankingOf(byAffiliate),
    groupBy: groupBy ?? null,
    ...groupsOf(groupBy, {
      ...{ days, sum, affiliates: byAffiliate },
      campaigns: campaignId === undefined ? byCampaign : new Map([[campaignId, clicksOf(sum)]]),
    }),
  };
}

/** Throws a 400 for a range that is empty or too long. */
export async function readClicksOfCampaign(
  brand: Zones & { readonly id: string },
  campaignId: string,
  query: Pick<StatisticsQuery, 'from' | 'to'>,
  now: Date,
): Promise<Clicks & { readonly from: string; readonly to: string }> {
  const [from, to] = requestedDays(query, dayOfBrand(brand, now));
  const byDay = await readByDay(brand.id, 'CAMPAIGN', campaignId, [from, to]);
  return { from, to, ...clicksOf(sumOf(partsOfAllDays(byDay))) };
}
