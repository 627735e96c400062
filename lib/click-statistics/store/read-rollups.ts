// Sheets as they are read: figures of each hour of a time, and clicks by a dimension. What is read grows with the time,
// with creators and with campaigns, not with clicks.
//
// The open hours are read first, together with the caller, and what is filed after them. So an hour is found open, filed,
// or both, where it was filed in between; then the filed one counts.

import { visitorsOf } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { addFigures, type Figures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import {
  dayOfHour,
  type OpenHour,
  parseHours,
  parseOpen,
  parseTotals,
  sheetKeys,
} from '#lib/click-statistics/rules/rollups/items.ts';
import { hasSketch, type Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { monthsOf, spansOf, type Time } from '#lib/click-statistics/rules/rollups/spans.ts';
import { sumOf, type Totals } from '#lib/click-statistics/rules/rollups/totals.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { queryAll } from '#lib/table/client.ts';
import { type Item, sortKey } from '#lib/table/keys/item.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';
import {
  clickHoursBetween,
  clickTotalsBetween,
  dateFromClickHoursKey,
  type KeyRange,
} from '#lib/table/keys/rollup-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';

/** The open hours of a scope that lie in the requested time. They must be read before the closed hours. */
export interface OpenHours {
  readonly hours: readonly OpenHour[];
}

export const planOpenHours = (scope: Scope, time: Time): ReadPlan<OpenHours> => ({
  keys: monthsOf(time).map(({ month }) => sheetKeys.open(scope, month)),
  parse: (items) => ({
    hours: items
      .flatMap((item) => (item === undefined ? [] : parseOpen(scope.kind, item)))
      .filter(({ hour }) => parseHour(hour) >= time.from && parseHour(hour) < time.to),
  }),
});

const readBetween = ({ pk, first, last }: KeyRange): Promise<readonly Item[]> =>
  queryAll(toQueryInput({ partition: pk }, { from: first, to: last }));

export interface HourFigures {
  readonly figures: Figures;
  /** Visitors told by a sketch who were there for the first time on that UTC day. */
  readonly newVisitors: number;
}

/** By hour as a number; hours without figures are not there. */
export type FiguresByHour = ReadonlyMap<number, HourFigures>;

/** Figures of each hour of a time. `cell`: those of that cell alone, else of all of them. */
export async function readHours(
  { kind, brandId, name }: Scope,
  time: Time,
  { hours: openHours }: OpenHours,
  cell: string | undefined,
): Promise<FiguresByHour> {
  const ranges = monthsOf(time).map(({ time: { from, to } }) =>
    clickHoursBetween(brandId, name, [dayOfHour(formatHour(from)), dayOfHour(formatHour(to - 1))]),
  );
  const found = (await Promise.all(ranges.map(readBetween))).flat();
  const byHour = new Map<number, HourFigures>();
  const add = (hour: number, figures: Figures, newVisitors: number): void => {
    const sum = byHour.get(hour)?.figures ?? noFigures();
    addFigures(sum, figures);
    byHour.set(hour, { figures: sum, newVisitors });
  };
  const filed = new Set<number>();
  const visitorsOfDay = new Map<string, number>();
  for (const item of found) {
    const date = dateFromClickHoursKey(String(item[sortKey]));
    const { cells, visitorsBy: reached } = parseHours(item);
    visitorsOfDay.set(date, reached.at(-1) ?? 0);
    const first = parseHour(`${date}T00`);
    for (const [own, hours] of cells) {
      for (const [hour, figures] of hours) {
        filed.add(first + hour);
        if (cell !== undefined && own !== cell) continue;
        add(first + hour, figures, (reached[hour] ?? 0) - (reached[hour - 1] ?? 0));
      }
    }
  }
  for (const { hour, totals, seen } of openHours) {
    if (filed.has(parseHour(hour))) continue;
    const before = visitorsOfDay.get(dayOfHour(hour)) ?? 0;
    const newVisitors = hasSketch(kind) ? Math.max(0, visitorsOf(seen) - before) : 0;
    for (const [own, { figures }] of totals) {
      if (cell === undefined || own === cell) add(parseHour(hour), figures, newVisitors);
    }
  }
  return byHour;
}

/** What all clicks of a time add up to, by cell and by dimension. */
export async function readTotals(
  { kind, brandId, name }: Scope,
  time: Time,
  { hours: openHours }: OpenHours,
): Promise<Totals> {
  const ranges = monthsOf(time).flatMap(({ month, time: own }) => spansOf(month, own));
  const found = await Promise.all(
    ranges.map(async (range) => {
      const items = await readBetween(clickTotalsBetween(brandId, name, range));
      return { range, filed: items.map((item) => parseTotals(kind, item)) };
    }),
  );
  const isFiled = ({ hour }: OpenHour): boolean =>
    found.some(({ range: [first, last], filed }) => {
      const span = hour.slice(0, first.length);
      return (
        span >= first &&
        span <= last &&
        filed.some(({ through }) => through >= hour && through.startsWith(span))
      );
    });
  return sumOf(
    kind,
    ...found.flatMap(({ filed }) => filed.map(({ totals }) => totals)),
    ...openHours.filter((hour) => !isFiled(hour)).map(({ totals }) => totals),
  );
}
