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
import type { Parts } from '#lib/outlets/figures/rules/sheet.ts';
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

function partsOfAllDays(byDay: FiguresByDay): Parts {
  const sums: Parts = new Map();
  for (const parts of byDay.values()) {
    for (const [part, figures] of parts) {
      const sum = sums.get(part) ?? {};
      addFigures(sum, figures);
      sums.set(part, sum);
    }
  }
  return sums;
}

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
  const counted = {
    ...{ days, sum },
    affiliates: clicksById(affiliates, campaignId),
    campaigns: isOfAll ? clicksById(campaigns) : clicksByCampaign(partsOfAllDays(byDay)),
  };
  return {
    ...{ from, to, ...clicksOf(sum) },
    filtered: reasonsOf(sum),
    days,
    affiliates: rankingOf(query, counted),
    groupBy: groupBy ?? null,
    ...groupsOf(query, counted),
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
