// Builds the rows of the performance report: groups, sorts and limits the figures. Amounts are in minor units.

import { addDays, monthOf } from '#lib/foundation/shared/dates.ts';
import type { TimeGroup } from '#lib/outlets/figures/schema/performance.ts';
import { addFigures, type Figures, isEmpty } from './figures.ts';
import { finish, type PerformanceFigures } from './performance-figures.ts';
import { isIdGroup, type PerformanceRequest } from './performance-request.ts';

/** The key is a day, a Monday, a month or an id. */
export type FiguresByKey = ReadonlyMap<string, Figures>;

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

export const keyOfDay = (date: string, group: TimeGroup): string => {
  if (group === 'day') return date;
  return group === 'week' ? mondayOf(date) : monthOf(date);
};

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

export function performanceReport(request: PerformanceRequest, byKey: FiguresByKey): PerformanceReport {
  const { query, hasClicks } = request;
  const found = isIdGroup(query.groupBy) ? [...byKey].filter(([, figures]) => !isEmpty(figures)) : [...byKey];
  const total: Figures = {};
  for (const [, figures] of found) addFigures(total, figures);
  const rows = found.map(([key, figures]) => ({ key, figures: finish(figures, hasClicks) }));
  return {
    request,
    rows: sorted(rows, request).slice(0, query.limit),
    rowsCount: rows.length,
    totals: finish(total, hasClicks),
  };
}
