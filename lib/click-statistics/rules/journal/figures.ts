// Computes figures from the changes of a journal, as rollups contain them.
import {
  addVisitor,
  emptySketch,
  hashVisitor,
  visitorsByHour,
} from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { addDelta, type Figures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import { dayOfHour, hourOfDay } from '#lib/click-statistics/rules/rollups/items.ts';
import {
  cellOf,
  countedVisitors,
  hasSketch,
  type Scope,
  scopesOf,
} from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import { noValue } from '#lib/click-statistics/rules/rollups/totals.ts';
import { parseHour } from '#lib/shared/time-zones.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

type Deltas = readonly ClickDelta[];

export interface JournalHour {
  readonly hour: number;
  readonly figures: Figures;
  readonly newVisitors: number;
}

export const inScope = ({ name }: Scope, deltas: Deltas): Deltas =>
  deltas.filter((delta) => scopesOf(delta).some((scope) => scope.name === name));

export const between = ({ from, to }: HourRange, deltas: Deltas): Deltas =>
  deltas.filter(({ hour }) => parseHour(hour) >= from && parseHour(hour) < to);

/** Returns the number of visitors of each hour who have no earlier click on this day. */
function newVisitorsOf(deltas: Deltas): readonly number[] {
  const sketch = deltas.reduce(
    (all, { hour, visitor }) =>
      visitor === null ? all : addVisitor(all, hashVisitor(visitor), hourOfDay(hour)),
    emptySketch(),
  );
  const cumulative = visitorsByHour(sketch);
  return cumulative.map((visitors, hour) => visitors - (cumulative[hour - 1] ?? 0));
}

/** `deltas` are those of the scope. `cell` is the only campaign of a creator that counts. */
export function hoursOfDeltas(
  { kind }: Scope,
  deltas: Deltas,
  time: HourRange,
  cell: string | undefined,
): readonly JournalHour[] {
  return [...Map.groupBy(deltas, ({ hour }) => dayOfHour(hour)).values()].flatMap((ofDay) => {
    const newVisitors = hasSketch(kind) ? newVisitorsOf(ofDay) : [];
    return [...Map.groupBy(between(time, ofDay), ({ hour }) => hour)].flatMap(([hour, ofHour]) => {
      const own = ofHour.filter((delta) => cell === undefined || (cellOf(kind, delta) ?? noValue) === cell);
      const figures = noFigures();
      for (const delta of own) addDelta(figures, delta, countedVisitors(kind, delta));
      if (own.length === 0) return [];
      return [{ hour: parseHour(hour), figures, newVisitors: newVisitors[hourOfDay(hour)] ?? 0 }];
    });
  });
}
