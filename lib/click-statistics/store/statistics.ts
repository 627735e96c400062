// Computes click statistics from rollups, so that the cost does not grow with the number of clicks.
import type * as z from 'zod';
import { groupsOf, rankingOf } from '#lib/click-statistics/rules/group-by.ts';
import { statisticsRange } from '#lib/click-statistics/rules/requested-days.ts';
import { addFigures, type Figures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import { hasSketch, type Scope, scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import {
  type StatisticsQuery,
  type statisticsAnswer,
  statisticsQuery,
} from '#lib/click-statistics/schema.ts';
import { daysBetween } from '#lib/shared/dates.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { dayStartHours } from '#lib/shared/time-zones.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';
import { type FilterReason, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import { type FiguresByHour, type OpenHours, planOpenHours, readHours, readTotals } from './read-rollups.ts';

interface StatisticsRequest {
  readonly from: string;
  readonly to: string;
  readonly scope: Scope;
  readonly time: HourRange;
}

function statisticsRequestOf(query: StatisticsQuery, brandId: string, now: Date): StatisticsRequest {
  const { from, to } = statisticsRange(query, now);
  const [first = 0] = dayStartHours(query.timezone, from, 0);
  const [, end = first] = dayStartHours(query.timezone, to, 1);
  return { from, to, scope: scopeOf(brandId, query), time: { from: first, to: end } };
}

interface RawRequest {
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

const unreadable: ReadPlan<OpenHours | undefined> = { keys: [], parse: () => undefined };

/** Reads nothing for an invalid query, which is rejected later. */
export function prefetchOpenHours(
  { queryStringParameters }: RawRequest,
  brandId: string,
  now: Date,
): ReadPlan<OpenHours | undefined> {
  const query = statisticsQuery.safeParse(queryStringParameters ?? {});
  if (!query.success) return unreadable;
  try {
    const { scope, time } = statisticsRequestOf(query.data, brandId, now);
    return planOpenHours(scope, time);
  } catch (error) {
    if (error instanceof DomainError) return unreadable;
    throw error;
  }
}

interface DayFigures {
  readonly figures: Figures;
  readonly uniqueVisitors: number;
}

const notNegative = (count: number): number => Math.max(0, count);

/** A creator has one tracking code, so its unique visitors are its unique clicks. */
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
  query: StatisticsQuery,
  brandId: string,
  now: Date,
  openHours: OpenHours,
): Promise<z.input<typeof statisticsAnswer>> {
  const { from, to, scope, time } = statisticsRequestOf(query, brandId, now);
  const { affiliateId, campaignId, groupBy = null } = query;
  const cell = affiliateId === undefined ? undefined : campaignId;
  const needsTotals = affiliateId === undefined || (groupBy !== null && groupBy !== 'day');
  const [byHour, totals] = await Promise.all([
    readHours(scope, time, openHours, cell),
    needsTotals ? readTotals(scope, time, openHours) : undefined,
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

/** Throws a 400 if the open hours are missing because the requested range is invalid. */
export function existingOpenHours(
  openHours: OpenHours | undefined,
  query: StatisticsQuery,
  now: Date,
): OpenHours {
  if (openHours !== undefined) return openHours;
  statisticsRange(query, now);
  throw new Error('The open hours of a valid range were not read');
}
