// Reads rollups: figures by hour, and totals by dimension.

import { countVisitors } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { between, hoursOfDeltas } from '#lib/click-statistics/rules/journal/figures.ts';
import { addFigures, type Figures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import {
  dayOfHour,
  monthOfHour,
  type OpenHour,
  parseHours,
  parseTotals,
} from '#lib/click-statistics/rules/rollups/items.ts';
import { asWide, hasSketch, type Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { coveringSpans, type MonthRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { sumTotals, type Totals, totalsOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import { newVisitorsWith } from '#lib/click-statistics/rules/wide/visitors.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { sortKey } from '#lib/table/keys/item.ts';
import { clickHoursBetween, clickTotalsBetween, dateFromClickHoursKey } from '#lib/table/keys/rollup-keys.ts';
import type { OpenHours } from './open-hours.ts';
import type { Journals } from './read-journals.ts';
import type { RollupRead } from './read-with-journals.ts';

export interface HourFigures {
  readonly figures: Figures;
  readonly newVisitors: number;
}

export type FiguresByHour = ReadonlyMap<number, HourFigures>;

const openHoursWithout = ({ hours }: OpenHours, months: Journals['months']): readonly OpenHour[] =>
  hours.filter(({ hour }) => !months.has(monthOfHour(hour)));

export async function readHours(
  { scope, time, openHours, journals, wide, readBetween }: RollupRead,
  cell: string | undefined,
): Promise<FiguresByHour> {
  const { kind, brandId, name } = scope;
  const reads = splitByMonth(time).map(({ month, time: { from, to } }) => {
    const days = [dayOfHour(formatHour(from)), dayOfHour(formatHour(to - 1))] as const;
    return readBetween(month, clickHoursBetween(brandId, name, days));
  });
  const [read, known] = await Promise.all([Promise.all(reads), journals]);
  const byHour = new Map<number, HourFigures>();
  const add = (hour: number, figures: Figures, newVisitors: number): void => {
    const sum = byHour.get(hour)?.figures ?? noFigures();
    addFigures(sum, figures);
    byHour.set(hour, { figures: sum, newVisitors });
  };
  const closedHours = new Set<number>();
  const visitorsOfDay = new Map<string, number>();
  for (const item of read.flat()) {
    const date = dateFromClickHoursKey(String(item[sortKey]));
    if (known.months.has(monthOfHour(date))) continue;
    const { cells, cumulativeVisitors } = parseHours(item);
    visitorsOfDay.set(date, cumulativeVisitors.at(-1) ?? 0);
    const first = parseHour(`${date}T00`);
    for (const [own, hours] of cells) {
      for (const [hour, figures] of hours) {
        closedHours.add(first + hour);
        if (cell !== undefined && own !== cell) continue;
        add(first + hour, figures, (cumulativeVisitors[hour] ?? 0) - (cumulativeVisitors[hour - 1] ?? 0));
      }
    }
  }
  for (const { hour, totals, visitors } of openHoursWithout(openHours, known.months)) {
    if (closedHours.has(parseHour(hour))) continue;
    const before = visitorsOfDay.get(dayOfHour(hour)) ?? 0;
    const newVisitors = hasSketch(kind) ? Math.max(0, countVisitors(visitors) - before) : 0;
    for (const [own, { figures }] of totals) {
      if (cell === undefined || own === cell) add(parseHour(hour), figures, newVisitors);
    }
  }
  for (const deltas of known.months.values()) {
    for (const { hour, figures, newVisitors } of hoursOfDeltas(scope, deltas, time, cell)) {
      add(hour, figures, newVisitors);
    }
  }
  for (const { deltas, sketches } of wide.values()) {
    for (const { hour, figures } of hoursOfDeltas(scope, deltas, time, cell)) add(hour, figures, 0);
    if (!hasSketch(kind)) continue;
    for (const [hour, newVisitors] of newVisitorsWith(deltas, sketches, openHours.hours)) {
      const figures = byHour.get(hour)?.figures;
      if (figures !== undefined) byHour.set(hour, { figures, newVisitors });
    }
  }
  return byHour;
}

interface TotalsRead {
  readonly scope: Scope;
  readonly openHours: readonly OpenHour[];
  readonly months: readonly MonthRange[];
}

interface TotalsOfMonth {
  readonly month: string;
  readonly totals: Totals;
}

/** Reads the totals of closed hours, and adds the open hours that they do not include. */
async function readStoredTotals(
  { scope: { kind, brandId, name }, openHours, months }: TotalsRead,
  readBetween: RollupRead['readBetween'],
): Promise<readonly TotalsOfMonth[]> {
  const ranges = months.flatMap(({ month, time }) =>
    coveringSpans(month, time).map((range) => ({ month, range })),
  );
  const closedRanges = await Promise.all(
    ranges.map(async ({ month, range }) => {
      const items = await readBetween(month, clickTotalsBetween(brandId, name, range));
      return { month, range, closed: items.map((item) => parseTotals(kind, item)) };
    }),
  );
  const isClosed = ({ hour }: OpenHour): boolean =>
    closedRanges.some(({ range: [first, last], closed }) => {
      const span = hour.slice(0, first.length);
      return (
        span >= first &&
        span <= last &&
        closed.some(({ through }) => through >= hour && through.startsWith(span))
      );
    });
  const open = openHours.filter((hour) => !isClosed(hour));
  return [
    ...closedRanges.flatMap(({ month, closed }) => closed.map(({ totals }) => ({ month, totals }))),
    ...open.map(({ hour, totals }) => ({ month: monthOfHour(hour), totals })),
  ];
}

/** `withCreators` is false if the caller does not use the clicks by creator. In a wide month, they take most of the reads. */
export async function readTotals(read: RollupRead, withCreators = true): Promise<Totals> {
  const { scope, time, openHours, journals, wide, readBetween } = read;
  const months = splitByMonth(time);
  const groups = withCreators ? [...wide.values()].flatMap((month) => month.groups) : [];
  const [own, ofGroups, known] = await Promise.all([
    readStoredTotals({ scope, openHours: openHours.hours, months }, readBetween),
    Promise.all(
      groups.map(({ month, ...group }) =>
        readStoredTotals({ ...group, months: months.filter((range) => range.month === month) }, readBetween),
      ),
    ),
    journals,
  ]);
  const stored = [...own.filter(({ month }) => !known.months.has(month)), ...ofGroups.flat()];
  return sumTotals(
    scope,
    ...stored.map(({ totals }) => totals),
    ...[...known.months.values()].map((deltas) => totalsOf(scope, between(time, deltas))),
    ...[...wide.values()].flatMap(({ deltas, deltasOfGroups }) => [
      totalsOf(asWide(scope), between(time, deltas)),
      totalsOf({ ...scope, kind: 'group' }, between(time, deltasOfGroups)),
    ]),
  );
}
