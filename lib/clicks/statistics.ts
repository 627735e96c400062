// The statistics: read from the daily figures, never from clicks, so that their cost does not grow with those.
import * as z from 'zod';
import { daysBetween } from '#lib/shared/dates.ts';
import { queryAll } from '#lib/table/client.ts';
import {
  clickDaysOf,
  clickRankingOf,
  partitionKey,
  rankedDays,
  rankedMonths,
  sortKey,
} from '#lib/table/keys.ts';
import { type FilterReason, filterReasons } from './kinds.ts';
import type { StatisticsQuery, statisticsAnswer } from './schema.ts';
import { scopeOf } from './scopes.ts';

const count = z.int().default(0);
const dayFigures = z.object({
  date: z.string(),
  clicks: count,
  uniqueClicks: count,
  ...(Object.fromEntries(filterReasons.map((reason) => [reason, count])) as Record<
    FilterReason,
    typeof count
  >),
});
const rankedFigures = z.object({ affiliateId: z.string(), clicks: z.int() });

const rankedAffiliates = 10;

type Range = { readonly from: string; readonly to: string };

/** All items of a partition whose sort keys lie between two, both included. */
const between = (partition: string, first: string, last: string) =>
  queryAll({
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :first AND :last',
    ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
    ExpressionAttributeValues: { ':pk': partition, ':first': first, ':last': last },
    ConsistentRead: true,
  });

/** Figures of every day in the range, and the creators with the most clicks; all read at once. */
export async function readStatistics(
  brandId: string,
  range: Range,
  filters: Pick<StatisticsQuery, 'affiliateId' | 'campaignId'>,
): Promise<z.input<typeof statisticsAnswer>> {
  const [series, ranking] = await Promise.all([
    between(clickDaysOf(brandId, scopeOf(filters)), range.from, range.to),
    filters.affiliateId === undefined ? readRanking(brandId, range, scopeOf(filters)) : undefined,
  ]);
  const figures = series.map((found) => dayFigures.parse(found));
  const total = (of: (day: z.output<typeof dayFigures>) => number) =>
    figures.reduce((sum, day) => sum + of(day), 0);
  const clicks = total((day) => day.clicks);
  const own =
    filters.affiliateId === undefined || clicks === 0 ? [] : [{ affiliateId: filters.affiliateId, clicks }];
  const byDate = new Map(figures.map((day) => [day.date, day]));
  return {
    ...range,
    clicks,
    uniqueClicks: total((day) => day.uniqueClicks),
    filtered: Object.fromEntries(
      filterReasons.map((reason) => [reason, total((day) => day[reason])]),
    ) as Record<FilterReason, number>,
    days: daysBetween(range.from, range.to).map((date) => ({
      date,
      clicks: byDate.get(date)?.clicks ?? 0,
      uniqueClicks: byDate.get(date)?.uniqueClicks ?? 0,
    })),
    affiliates: ranking ?? own,
  };
}

/** A whole month is read as such, and only the days of one that is cut off. */
async function readRanking(brandId: string, range: Range, scope: string) {
  const months = Map.groupBy(daysBetween(range.from, range.to), (date) => date.slice(0, 7));
  const parts = await Promise.all(
    [...months].map(([month, days]) => {
      const partition = clickRankingOf(brandId, scope, month);
      const { first, last } = days.length === daysOfMonth(month) ? rankedMonths() : rankedDays(days);
      return between(partition, first, last);
    }),
  );
  const clicks = new Map<string, number>();
  for (const found of parts.flat()) {
    const ranked = rankedFigures.parse(found);
    clicks.set(ranked.affiliateId, (clicks.get(ranked.affiliateId) ?? 0) + ranked.clicks);
  }
  return [...clicks]
    .map(([affiliateId, count]) => ({ affiliateId, clicks: count }))
    .sort((one, other) => other.clicks - one.clicks || one.affiliateId.localeCompare(other.affiliateId))
    .slice(0, rankedAffiliates);
}

const daysOfMonth = (month: string): number => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
};
