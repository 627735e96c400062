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
import { hasSketch } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { coveringSpans, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { sumTotals, type Totals, totalsOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { queryAll } from '#lib/table/client.ts';
import { type Item, sortKey } from '#lib/table/keys/item.ts';
import {
  clickHoursBetween,
  clickTotalsBetween,
  dateFromClickHoursKey,
  type KeyRange,
} from '#lib/table/keys/rollup-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import type { OpenHours } from './open-hours.ts';
import type { Journals } from './read-journals.ts';
import type { RollupRead } from './read-with-journals.ts';

const readBetween = ({ pk, first, last }: KeyRange): Promise<readonly Item[]> =>
  queryAll(toQueryInput({ partition: pk }, { from: first, to: last }));

export interface HourFigures {
  readonly figures: Figures;
  readonly newVisitors: number;
}

export type FiguresByHour = ReadonlyMap<number, HourFigures>;

const openHoursWithout = ({ hours }: OpenHours, months: Journals['months']): readonly OpenHour[] =>
  hours.filter(({ hour }) => !months.has(monthOfHour(hour)));

export async function readHours(
  { scope, time, openHours, journals }: RollupRead,
  cell: string | undefined,
): Promise<FiguresByHour> {
  const { kind, brandId, name } = scope;
  const ranges = splitByMonth(time).map(({ time: { from, to } }) =>
    clickHoursBetween(brandId, name, [dayOfHour(formatHour(from)), dayOfHour(formatHour(to - 1))]),
  );
  const [read, known] = await Promise.all([Promise.all(ranges.map(readBetween)), journals]);
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
  return byHour;
}

export async function readTotals({ scope, time, openHours, journals }: RollupRead): Promise<Totals> {
  const { kind, brandId, name } = scope;
  const ranges = splitByMonth(time).flatMap(({ month, time: own }) =>
    coveringSpans(month, own).map((range) => ({ month, range })),
  );
  const [read, { months }] = await Promise.all([
    Promise.all(
      ranges.map(async ({ month, range }) => {
        const items = await readBetween(clickTotalsBetween(brandId, name, range));
        return { month, range, closed: items.map((item) => parseTotals(kind, item)) };
      }),
    ),
    journals,
  ]);
  const closedRanges = read.filter(({ month }) => !months.has(month));
  const isClosed = ({ hour }: OpenHour): boolean =>
    closedRanges.some(({ range: [first, last], closed }) => {
      const span = hour.slice(0, first.length);
      return (
        span >= first &&
        span <= last &&
        closed.some(({ through }) => through >= hour && through.startsWith(span))
      );
    });
  const open = openHoursWithout(openHours, months);
  return sumTotals(
    scope,
    ...closedRanges.flatMap(({ closed }) => closed.map(({ totals }) => totals)),
    ...open.filter((hour) => !isClosed(hour)).map(({ totals }) => totals),
    ...[...months.values()].map((deltas) => totalsOf(scope, between(time, deltas))),
  );
}
