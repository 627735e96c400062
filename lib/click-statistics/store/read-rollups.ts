// Reads rollups: figures by hour.
import { countVisitors } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { hoursOfDeltas } from '#lib/click-statistics/rules/journal/figures.ts';
import { addFigures, type Figures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import {
  dayOfHour,
  monthOfHour,
  type OpenHour,
  parseHours,
} from '#lib/click-statistics/rules/rollups/items.ts';
import { hasSketch } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { newVisitorsWith } from '#lib/click-statistics/rules/wide-months/visitors.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { sortKey } from '#lib/table/keys/item.ts';
import { clickHoursBetween, dateFromClickHoursKey } from '#lib/table/keys/rollup-keys.ts';
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
    for (const [hour, newVisitors] of newVisitorsWith(deltas, sketches)) {
      const figures = byHour.get(hour)?.figures;
      if (figures !== undefined) byHour.set(hour, { figures, newVisitors });
    }
  }
  return byHour;
}
