// Builds the rows of the performance report: groups, sorts and limits the figures. Amounts are in minor units.
import { overflowName } from '#lib/click-statistics/rules/rollups/overflow.ts';
import type { TimeGroup } from '#lib/reports/schema/performance-query.ts';
import { addDays, daysBetween } from '#lib/shared/dates.ts';
import { dayStartHours } from '#lib/shared/time-zones.ts';
import { type Figures, isZero } from './figures.ts';
import {
  addToSum,
  type ClickCounts,
  finish,
  newSum,
  type PerformanceFigures,
  type Sum,
} from './performance-figures.ts';
import { isIdGroup, type PerformanceRequest } from './performance-request.ts';

export interface ByHourAndId<Value> {
  readonly byHour: ReadonlyMap<number, Value>;
  readonly byId: ReadonlyMap<string, Value>;
}

interface PerformanceRow {
  readonly key: string;
  readonly figures: PerformanceFigures;
}

export interface PerformanceReport {
  readonly request: PerformanceRequest;
  readonly rows: readonly PerformanceRow[];
  readonly rowsCount: number;
  readonly totals: PerformanceFigures;
}

function mondayOf(date: string): string {
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7;
  return addDays(date, -daysSinceMonday);
}

const keyOfDay = (date: string, group: TimeGroup): string => {
  if (group === 'day') return date;
  return group === 'week' ? mondayOf(date) : date.slice(0, 'YYYY-MM'.length);
};

interface Sources {
  readonly figures: ByHourAndId<Figures>;
  /** Undefined if the report has no clicks. */
  readonly clicks: ByHourAndId<ClickCounts> | undefined;
}

function sumsByTime(request: PerformanceRequest, group: TimeGroup, { figures, clicks }: Sources) {
  const { query, from, to } = request;
  const days = daysBetween(from, to);
  const cuts = dayStartHours(query.timezone, from, days.length);
  const sums = new Map<string, Sum>();
  days.forEach((date, index) => {
    const key = keyOfDay(date, group);
    const sum = sums.get(key) ?? newSum();
    const [begin = 0, end = begin] = cuts.slice(index, index + 2);
    for (let hour = begin; hour < end; hour += 1)
      addToSum(sum, figures.byHour.get(hour), clicks?.byHour.get(hour));
    sums.set(key, sum);
  });
  return sums;
}

function sumsById({ figures, clicks }: Sources) {
  const sums = new Map<string, Sum>();
  for (const key of new Set([...figures.byId.keys(), ...(clicks?.byId.keys() ?? [])])) {
    const sum = newSum();
    addToSum(sum, figures.byId.get(key), clicks?.byId.get(key));
    if (!isZero(sum.figures) || sum.clicks !== 0) sums.set(key, sum);
  }
  return sums;
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function sorted(rows: readonly PerformanceRow[], { query }: PerformanceRequest): readonly PerformanceRow[] {
  const sort = query.sort ?? (isIdGroup(query.groupBy) ? 'netRevenue' : 'key');
  const sign = (query.order ?? (sort === 'key' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  if (sort === 'key') return rows.toSorted((one, other) => sign * compareTexts(one.key, other.key));
  return rows.toSorted((one, other) => {
    const [a, b] = [one.figures[sort], other.figures[sort]];
    if (a === null || b === null)
      return Number(a === null) - Number(b === null) || compareTexts(one.key, other.key);
    return sign * (a - b) || compareTexts(one.key, other.key);
  });
}

export function performanceReport(
  request: PerformanceRequest,
  figures: ByHourAndId<Figures>,
  clicks: ByHourAndId<ClickCounts> | undefined,
): PerformanceReport {
  const { groupBy, limit } = request.query;
  const hasClicks = clicks !== undefined;
  const sources = { figures, clicks };
  const sums = isIdGroup(groupBy) ? sumsById(sources) : sumsByTime(request, groupBy, sources);
  const total = newSum();
  for (const sum of sums.values()) addToSum(total, sum.figures, sum);
  const named = [...sums].filter(([key]) => key !== overflowName);
  const rows = named.map(([key, sum]) => ({ key, figures: finish(sum, hasClicks) }));
  return {
    request,
    rows: sorted(rows, request).slice(0, limit),
    rowsCount: rows.length,
    totals: finish(total, hasClicks),
  };
}
