// Reads rollups: figures by hour, and totals by dimension.

import { countVisitors } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { between, hoursOfDeltas } from '#lib/click-statistics/rules/journal/figures.ts';
import { addFigures, type Figures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import {
  dayOfHour,
  monthOfHour,
  type OpenHour,
  parseHours,
  parseOpen,
  parseTotals,
  rollupItemKeys,
} from '#lib/click-statistics/rules/rollups/items.ts';
import { hasSketch, type Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { coveringSpans, type HourRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { sumTotals, type Totals, totalsOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { getItems, queryAll } from '#lib/table/client.ts';
import { type Item, sortKey } from '#lib/table/keys/item.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';
import {
  clickHoursBetween,
  clickTotalsBetween,
  dateFromClickHoursKey,
  type KeyRange,
} from '#lib/table/keys/rollup-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import { type Journals, readJournals } from './read-journals.ts';

/**
 * Read the open hours before the closed hours. An hour that closes in between is then in both reads and counts once; in the
 * reverse order, both reads would miss it.
 */
export interface OpenHours {
  readonly hours: readonly OpenHour[];
}

export const planOpenHours = (scope: Scope, time: HourRange): ReadPlan<OpenHours> => ({
  keys: splitByMonth(time).map(({ month }) => rollupItemKeys.open(scope, month)),
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
  readonly newVisitors: number;
}

export type FiguresByHour = ReadonlyMap<number, HourFigures>;

/** What a reader of rollups needs, besides the rollups of closed hours. */
export interface RollupRead {
  readonly scope: Scope;
  readonly time: HourRange;
  readonly openHours: OpenHours;
  /** A promise, because the rollups are read at the same time. */
  readonly journals: Promise<Journals>;
}

/**
 * Reads again if a journal has just been moved to the rollups, because the open hours may be those from before the move. This is
 * rare: a journal is moved at most once.
 */
export async function readWithJournals<Result>(
  scope: Scope,
  time: HourRange,
  openHours: OpenHours,
  read: (from: RollupRead) => Promise<Result>,
): Promise<Result> {
  const journals = readJournals(scope, time);
  const [result, { hasJustMoved }] = await Promise.all([
    read({ scope, time, openHours, journals }),
    journals,
  ]);
  if (!hasJustMoved) return result;
  const { keys, parse } = planOpenHours(scope, time);
  return read({ scope, time, openHours: parse(await getItems(keys)), journals });
}

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
