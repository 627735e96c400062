// Counts the new visitors of each hour of a day whose clicks are partly in the buffer of a wide month.
import {
  addVisitor,
  emptySketch,
  hashVisitor,
  type Sketch,
  visitorsByHour,
} from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { dayOfHour, hourOfDay } from '#lib/click-statistics/rules/rollups/items.ts';
import { parseHour } from '#lib/shared/time-zones.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

/** `stored` has the visitors in the rollups, by date. Returns all hours of the dates of the changes. */
export function newVisitorsWith(
  deltas: readonly ClickDelta[],
  stored: ReadonlyMap<string, Sketch>,
): ReadonlyMap<number, number> {
  const newVisitors = new Map<number, number>();
  for (const [date, ofDay] of Map.groupBy(deltas, ({ hour }) => dayOfHour(hour))) {
    // Adding to a sketch changes it, and each attempt of a reader parses it again.
    const sketch = ofDay.reduce(
      (all, { hour, visitor }) =>
        visitor === null ? all : addVisitor(all, hashVisitor(visitor), hourOfDay(hour)),
      stored.get(date) ?? emptySketch(),
    );
    const cumulative = visitorsByHour(sketch);
    const first = parseHour(`${date}T00`);
    cumulative.forEach((visitors, hour) => {
      newVisitors.set(first + hour, visitors - (cumulative[hour - 1] ?? 0));
    });
  }
  return newVisitors;
}
