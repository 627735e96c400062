// Adds clicks to the closed hours of a scope: all hours of a month except the newest one.

import {
  addVisitor,
  emptySketch,
  mergeSketch,
  type Sketch,
  visitorsByHour,
} from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { expiryOfDay } from '#lib/click-statistics/rules/retention.ts';
import { itemWithKey, type StoredItems } from '#lib/click-statistics/writes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { timeToLive } from '#lib/table/keys/keys.ts';
import { addHourTotals, emptyHours, type Hours } from './hours.ts';
import {
  type ClosedTotals,
  dayOfHour,
  formatHours,
  formatTotals,
  formatVisitors,
  hourOfDay,
  monthOfHour,
  parseHours,
  parseTotals,
  parseVisitors,
  rollupItemKeys,
} from './items.ts';
import { hasFigures, hasSketch, type Scope } from './scopes.ts';
import { sumTotals, type Totals } from './totals.ts';

const isHour = (span: string): boolean => span.length > 'YYYY-MM-DD'.length;
const expiresWith = (date: string): Item => ({ [timeToLive]: expiryOfDay(date) });

export function closedHoursOf(scope: Scope, storedItems: StoredItems) {
  const { kind } = scope;
  const days = new Map<string, Hours>();
  const spans = new Map<string, ClosedTotals>();
  const sketches = new Map<string, Sketch>();
  const read = <Value>(key: Key, parse: (item: Item) => Value): Value | undefined => {
    const item = itemWithKey(storedItems, key);
    return item === undefined ? undefined : parse(item);
  };
  const sketchOf = (date: string): Sketch =>
    sketches.get(date) ?? read(rollupItemKeys.visitors(scope, date), parseVisitors) ?? emptySketch();

  const addToSpan = (span: string, hour: string, totals: Totals): void => {
    const known =
      spans.get(span) ?? read(rollupItemKeys.totals(scope, span), (item) => parseTotals(kind, item));
    spans.set(span, {
      through: known !== undefined && known.through > hour ? known.through : hour,
      totals: sumTotals(scope, known?.totals ?? new Map(), totals),
    });
  };

  return {
    add(hour: string, totals: Totals): void {
      const date = dayOfHour(hour);
      if (hasFigures(kind)) {
        const hours = days.get(date) ?? read(rollupItemKeys.hours(scope, date), parseHours) ?? emptyHours();
        days.set(date, addHourTotals(hours, hourOfDay(hour), totals));
      }
      for (const span of [hour, date, monthOfHour(hour)]) addToSpan(span, hour, totals);
    },
    addVisitors(hour: string, visitors: Sketch): void {
      const date = dayOfHour(hour);
      sketches.set(date, mergeSketch(sketchOf(date), visitors, hourOfDay(hour)));
    },
    addHashes(hour: string, hashes: readonly number[]): void {
      const date = dayOfHour(hour);
      const all = hashes.reduce((sketch, hash) => addVisitor(sketch, hash, hourOfDay(hour)), sketchOf(date));
      sketches.set(date, all);
    },
    items(): readonly (readonly [Key, Item])[] {
      return [
        ...[...days].map(([date, hours]) => {
          const cumulativeVisitors = hasSketch(kind) ? visitorsByHour(sketchOf(date)) : [];
          const item = formatHours({ cells: hours.cells, cumulativeVisitors });
          return [rollupItemKeys.hours(scope, date), { ...item, ...expiresWith(date) }] as const;
        }),
        ...[...spans].map(([span, totals]) => {
          const item = { ...formatTotals(kind, totals), ...(isHour(span) && expiresWith(dayOfHour(span))) };
          return [rollupItemKeys.totals(scope, span), item] as const;
        }),
        ...[...sketches].map(([date, sketch]) => {
          const item = { ...formatVisitors(sketch), ...expiresWith(date) };
          return [rollupItemKeys.visitors(scope, date), item] as const;
        }),
      ];
    },
  };
}
