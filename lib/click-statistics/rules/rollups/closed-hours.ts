// The hours that are not open any more: figures by hour, totals of each hour, day and month, sketches of visitors.

import {
  emptySketch,
  type Sketch,
  visitorsByHour,
  withVisitor,
  withVisitorsOf,
} from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { type Found, itemIn } from '#lib/click-statistics/writes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { type Hours, noHours, withHour } from './hours.ts';
import {
  dayOfHour,
  type FiledTotals,
  formatHours,
  formatTotals,
  formatVisitors,
  monthOfHour,
  parseHours,
  parseTotals,
  parseVisitors,
  placeOfHour,
  sheetKeys,
} from './items.ts';
import { hasSketch, type Scope } from './scopes.ts';
import { sumOf, type Totals } from './totals.ts';

/** The filed hours of a scope: what is added to them, and the items that they are then. */
export function filedOf(scope: Scope, found: Found) {
  const { kind } = scope;
  const days = new Map<string, Hours>();
  const spans = new Map<string, FiledTotals>();
  const sketches = new Map<string, Sketch>();
  const read = <Value>(key: Key, parse: (item: Item) => Value): Value | undefined => {
    const item = itemIn(found, key);
    return item === undefined ? undefined : parse(item);
  };
  const sketchOf = (date: string): Sketch =>
    sketches.get(date) ?? read(sheetKeys.visitors(scope, date), parseVisitors) ?? emptySketch();

  const addToSpan = (span: string, hour: string, totals: Totals): void => {
    const last = spans.get(span) ?? read(sheetKeys.totals(scope, span), (item) => parseTotals(kind, item));
    spans.set(span, {
      through: last !== undefined && last.through > hour ? last.through : hour,
      totals: sumOf(kind, last?.totals ?? new Map(), totals),
    });
  };

  return {
    add(hour: string, totals: Totals): void {
      const date = dayOfHour(hour);
      const hours = days.get(date) ?? read(sheetKeys.hours(scope, date), parseHours) ?? noHours();
      days.set(date, withHour(hours, placeOfHour(hour), totals));
      for (const span of [hour, date, monthOfHour(hour)]) addToSpan(span, hour, totals);
    },
    addVisitors(hour: string, seen: Sketch): void {
      const date = dayOfHour(hour);
      sketches.set(date, withVisitorsOf(sketchOf(date), seen, placeOfHour(hour)));
    },
    addHashes(hour: string, hashes: readonly number[]): void {
      const date = dayOfHour(hour);
      const all = hashes.reduce(
        (sketch, hash) => withVisitor(sketch, hash, placeOfHour(hour)),
        sketchOf(date),
      );
      sketches.set(date, all);
    },
    items(): readonly (readonly [Key, Item])[] {
      return [
        ...[...days].map(([date, hours]) => {
          const told = hasSketch(kind) ? visitorsByHour(sketchOf(date)) : [];
          const item = formatHours({ cells: hours.cells, visitorsBy: told });
          return [sheetKeys.hours(scope, date), item] as const;
        }),
        ...[...spans].map(
          ([span, filed]) => [sheetKeys.totals(scope, span), formatTotals(kind, filed)] as const,
        ),
        ...[...sketches].map(
          ([date, sketch]) => [sheetKeys.visitors(scope, date), formatVisitors(sketch)] as const,
        ),
      ];
    },
  };
}
