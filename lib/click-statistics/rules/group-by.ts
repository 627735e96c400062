// Groups clicks by day or by a dimension, and ranks creators.
import type * as z from 'zod';
import type { Figures } from '#lib/click-statistics/rules/rollups/figures.ts';
import { overflowName } from '#lib/click-statistics/rules/rollups/overflow.ts';
import type { Dimension } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { noValue, type Totals } from '#lib/click-statistics/rules/rollups/totals.ts';
import {
  maxGroups,
  rankedAffiliates,
  type StatisticsQuery,
  type statisticsAnswer,
} from '#lib/click-statistics/schema.ts';

type Answer = z.input<typeof statisticsAnswer>;
type Grouped = Pick<Answer, 'groups' | 'otherGroups'>;

interface Group {
  readonly key: string;
  clicks: number;
  uniqueClicks: number;
}

interface CountedClicks {
  readonly totals: Totals | undefined;
  /** The id of the only campaign to count, if the query filters by both creator and campaign. */
  readonly cell: string | undefined;
  readonly days: Answer['days'];
  readonly sum: Figures;
}

const byClicks = (one: Group, other: Group): number =>
  other.clicks - one.clicks || (one.key < other.key ? -1 : 1);

function groupsIn(totals: Totals, dimension: Dimension, cell: string | undefined): readonly Group[] {
  const sums = new Map<string, Group>();
  for (const [name, { groups }] of totals) {
    if (cell !== undefined && name !== cell) continue;
    for (const [key, pair] of groups[dimension] ?? []) {
      const sum = sums.get(key) ?? { key, clicks: 0, uniqueClicks: 0 };
      sum.clicks += pair.clicks;
      sum.uniqueClicks += pair.uniqueClicks;
      sums.set(key, sum);
    }
  }
  return [...sums.values()];
}

function groupsBy(
  dimension: Dimension,
  { affiliateId, campaignId }: StatisticsQuery,
  { totals = new Map(), cell, sum: { clicks, uniqueClicks } }: CountedClicks,
): readonly Group[] {
  const only = {
    affiliate: affiliateId,
    campaign: campaignId,
    country: undefined,
    device: undefined,
    referrer: undefined,
  }[dimension];
  if (only !== undefined) return [{ key: only, clicks, uniqueClicks }];
  if (dimension !== 'campaign' || affiliateId === undefined) return groupsIn(totals, dimension, cell);
  return [...totals].map(([key, { figures }]) => ({
    key,
    clicks: figures.clicks,
    uniqueClicks: figures.uniqueClicks,
  }));
}

const hasClicks = ({ clicks, uniqueClicks }: Group): boolean => clicks > 0 || uniqueClicks > 0;
const notNegative = (count: number): number => Math.max(0, count);

export function groupsOf(query: StatisticsQuery, counted: CountedClicks): Grouped {
  const { groupBy } = query;
  if (groupBy === undefined) return { groups: null, otherGroups: null };
  if (groupBy === 'day') {
    const groups = counted.days.map(({ date, clicks, uniqueClicks }) => ({
      key: date,
      clicks,
      uniqueClicks,
    }));
    return { groups, otherGroups: { clicks: 0, uniqueClicks: 0 } };
  }
  const all = groupsBy(groupBy, query, counted).filter(hasClicks);
  const named = all.filter(({ key }) => key !== overflowName).toSorted(byClicks);
  const rest = [...named.slice(maxGroups), ...all.filter(({ key }) => key === overflowName)];
  return {
    groups: named.slice(0, maxGroups).map(({ key, clicks, uniqueClicks }) => ({
      key: key === noValue ? null : key,
      clicks: notNegative(clicks),
      uniqueClicks: notNegative(uniqueClicks),
    })),
    otherGroups: {
      clicks: notNegative(rest.reduce((sum, { clicks }) => sum + clicks, 0)),
      uniqueClicks: notNegative(rest.reduce((sum, { uniqueClicks }) => sum + uniqueClicks, 0)),
    },
  };
}

export function rankingOf(
  { affiliateId }: StatisticsQuery,
  totals: Totals | undefined,
  clicks: number,
): Answer['affiliates'] {
  if (affiliateId !== undefined) return clicks === 0 ? [] : [{ affiliateId, clicks }];
  return groupsIn(totals ?? new Map(), 'affiliate', undefined)
    .filter(({ key, clicks: own }) => key !== overflowName && own > 0)
    .toSorted(byClicks)
    .slice(0, rankedAffiliates)
    .map(({ key, clicks: own }) => ({ affiliateId: key, clicks: own }));
}
