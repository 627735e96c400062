// Computes click statistics from rollups, so that the cost does not grow with the number of clicks.
import type * as z from 'zod';
import { groupsOf, rankingOf } from '#lib/click-statistics/rules/group-by.ts';
import { statisticsRange } from '#lib/click-statistics/rules/requested-days.ts';
import { retainedHours } from '#lib/click-statistics/rules/retention.ts';
import { addFigures, type Figures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import { hasSketch, type Scope, scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import {
  type StatisticsQuery,
  type statisticsAnswer,
  statisticsQuery,
} from '#lib/click-statistics/schema.ts';
import { daysBetween } from '#lib/shared/dates.ts';
import { dayStartHours } from '#lib/shared/time-zones.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';
import { type FilterReason, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import { type OpenHours, planOpenHours } from './open-hours.ts';
import { type FiguresByHour, readHours } from './read-rollups.ts';
import { readTotals } from './read-totals.ts';
import { type RollupRead, readWithJournals } from './read-with-journals.ts';

interface StatisticsRequest {
  readonly query: StatisticsQuery;
  readonly from: string;
  readonly to: string;
  readonly scope: Scope;
  readonly time: HourRange;
}

function statisticsRequestOf(query: StatisticsQuery, brandId: string, now: Date): StatisticsRequest {
  const { from, to } = statisticsRange(query, now);
  const [first = 0] = dayStartHours(query.timezone, from, 0);
  const [, end = first] = dayStartHours(query.timezone, to, 1);
  const time = retainedHours({ from: first, to: end }, now);
  return { query, from, to, scope: scopeOf(brandId, query), time };
}

/** Contains the request and the open hours of its scope, or the error that refuses the request. */
export type PrefetchedStatistics =
  | { readonly request: StatisticsRequest; readonly openHours: OpenHours }
  | { readonly refusal: unknown };

/**
 * Runs before the checks of session, plan and role, whose errors take precedence. Therefore returns the error of an invalid
 * query, and `readStatistics` throws it later.
 */
export function prefetchStatistics(
  query: unknown,
  brandId: string,
  now: Date,
): ReadPlan<PrefetchedStatistics> {
  try {
    const request = statisticsRequestOf(statisticsQuery.parse(query), brandId, now);
    const { keys, parse } = planOpenHours(request.scope, request.time);
    return { keys, parse: (items) => ({ request, openHours: parse(items) }) };
  } catch (refusal) {
    return { keys: [], parse: () => ({ refusal }) };
  }
}

interface DayFigures {
  readonly figures: Figures;
  readonly uniqueVisitors: number;
}

const notNegative = (count: number): number => Math.max(0, count);

/** A creator has one tracking code, so the creator's unique visitors equal the unique clicks. */
function uniqueVisitorsIn(
  scope: Scope,
  cell: string | undefined,
  figures: Figures,
  estimated: number,
): number {
  if (hasSketch(scope.kind)) return estimated + figures.visitors;
  return cell === undefined ? figures.uniqueClicks : figures.visitors;
}

function figuresBetween(
  byHour: FiguresByHour,
  scope: Scope,
  cell: string | undefined,
  time: HourRange,
): DayFigures {
  const figures = noFigures();
  let estimated = 0;
  for (let hour = time.from; hour < time.to; hour += 1) {
    const ofHour = byHour.get(hour);
    if (ofHour === undefined) continue;
    addFigures(figures, ofHour.figures);
    estimated += ofHour.newVisitors;
  }
  return { figures, uniqueVisitors: notNegative(uniqueVisitorsIn(scope, cell, figures, estimated)) };
}

export async function readStatistics(
  prefetched: PrefetchedStatistics,
): Promise<z.input<typeof statisticsAnswer>> {
  if ('refusal' in prefetched) throw prefetched.refusal;
  const { request, openHours } = prefetched;
  const { scope, time } = request;
  return readWithJournals(scope, time, openHours, (read) => statisticsIn(request, read));
}

async function statisticsIn(
  { query, from, to, scope }: StatisticsRequest,
  read: RollupRead,
): Promise<z.input<typeof statisticsAnswer>> {
  const { affiliateId, campaignId, groupBy = null } = query;
  const cell = affiliateId === undefined ? undefined : campaignId;
  const needsTotals = affiliateId === undefined || (groupBy !== null && groupBy !== 'day');
  const [byHour, totals] = await Promise.all([
    readHours(read, cell),
    needsTotals ? readTotals(read) : undefined,
  ]);
  const days = daysBetween(from, to);
  const cuts = dayStartHours(query.timezone, from, days.length);
  const byDay = days.map((date, index) => {
    const [begin = 0, end = 0] = cuts.slice(index, index + 2);
    return { date, ...figuresBetween(byHour, scope, cell, { from: begin, to: end }) };
  });
  const sum = noFigures();
  for (const { figures } of byDay) addFigures(sum, figures);
  const dayAnswers = byDay.map(({ date, figures, uniqueVisitors }) => ({
    date,
    clicks: notNegative(figures.clicks),
    uniqueClicks: notNegative(figures.uniqueClicks),
    uniqueVisitors,
  }));
  const clicks = notNegative(sum.clicks);
  return {
    from,
    to,
    timezone: query.timezone,
    clicks,
    uniqueClicks: notNegative(sum.uniqueClicks),
    uniqueVisitors: byDay.reduce((all, { uniqueVisitors }) => all + uniqueVisitors, 0),
    filtered: Object.fromEntries(filterReasons.map((reason) => [reason, notNegative(sum[reason])])) as Record<
      FilterReason,
      number
    >,
    days: dayAnswers,
    affiliates: rankingOf(query, totals, clicks),
    groupBy,
    ...groupsOf(query, { totals, cell, days: dayAnswers, sum }),
  };
}
