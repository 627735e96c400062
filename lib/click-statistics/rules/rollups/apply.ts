// Applies click deltas to rollup items.

import {
  addVisitor,
  emptySketch,
  hashVisitor,
  type Sketch,
} from '#lib/click-statistics/rules/cardinality/sketch.ts';
import {
  itemWithKey,
  keyText,
  putIfUnchanged,
  type RollupPut,
  type StoredItems,
} from '#lib/click-statistics/writes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { closedHoursOf } from './closed-hours.ts';
import { dayOfHour, formatOpen, monthOfHour, type OpenHour, parseOpen, rollupItemKeys } from './items.ts';
import { hasFigures, hasSketch, type Scope, scopesOf } from './scopes.ts';
import { sumTotals, type Totals, totalsOf } from './totals.ts';

/** Contains the deltas of one scope in one month. No two batches write the same item, so one transaction can write several. */
export interface RollupBatch {
  readonly name: string;
  readonly scope: Scope;
  readonly month: string;
  readonly deltas: ClickDelta[];
}

/**
 * Sorts the batches by name. If they need several transactions, each transaction continues after the name of the last batch that
 * was written.
 */
export function rollupBatches(
  deltas: readonly ClickDelta[],
  scopesOfDelta: (delta: ClickDelta) => readonly Scope[] = scopesOf,
): readonly RollupBatch[] {
  const batches = new Map<string, RollupBatch>();
  for (const delta of deltas) {
    const month = monthOfHour(delta.hour);
    for (const scope of scopesOfDelta(delta)) {
      const name = keyText(rollupItemKeys.open(scope, month));
      const batch = batches.get(name) ?? { name, scope, month, deltas: [] };
      batch.deltas.push(delta);
      batches.set(name, batch);
    }
  }
  return [...batches.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

export const openHourKeys = (batches: readonly RollupBatch[]): readonly Key[] =>
  batches.map(({ scope, month }) => rollupItemKeys.open(scope, month));

const openHourOf = (
  items: StoredItems,
  { scope, month }: Pick<RollupBatch, 'scope' | 'month'>,
): OpenHour | undefined => {
  const item = itemWithKey(items, rollupItemKeys.open(scope, month));
  return item === undefined ? undefined : parseOpen(scope.kind, item);
};

const newestHour = (open: OpenHour | undefined, deltas: readonly ClickDelta[]): string =>
  [open?.hour ?? '', ...new Set(deltas.map(({ hour }) => hour))].toSorted().at(-1) ?? '';

function closedHours(open: OpenHour | undefined, deltas: readonly ClickDelta[]): readonly string[] {
  const newest = newestHour(open, deltas);
  const hours = new Set(deltas.map(({ hour }) => hour));
  if (open !== undefined) hours.add(open.hour);
  return [...hours].filter((hour) => hour < newest);
}

const keysOfClosedHour = (scope: Scope, hour: string): readonly Key[] => [
  ...(hasFigures(scope.kind) ? [rollupItemKeys.hours(scope, dayOfHour(hour))] : []),
  ...[hour, dayOfHour(hour), monthOfHour(hour)].map((span) => rollupItemKeys.totals(scope, span)),
  ...(hasSketch(scope.kind) ? [rollupItemKeys.visitors(scope, dayOfHour(hour))] : []),
];

export function closedHourKeys(batches: readonly RollupBatch[], openHours: StoredItems): readonly Key[] {
  const keys = batches.flatMap((batch) =>
    closedHours(openHourOf(openHours, batch), batch.deltas).flatMap((hour) =>
      keysOfClosedHour(batch.scope, hour),
    ),
  );
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
}

/** Adds the deltas of the newest hour to the open hour, and late deltas to closed hours. The order of the deltas has no effect. */
export const applyDeltas = (batches: readonly RollupBatch[], items: StoredItems): readonly RollupPut[] =>
  batches
    .flatMap((batch) => applyBatch(batch, items))
    .map(([key, item]) => putIfUnchanged(itemWithKey(items, key), key, item));

/**
 * Returns the most items that the batch can write. Allows for one more hour and one more day, because the stored open hour is not
 * known here.
 */
export function maxItems({ scope, deltas }: RollupBatch): number {
  const hours = new Set(deltas.map(({ hour }) => hour));
  const days = new Set(deltas.map(({ hour }) => dayOfHour(hour)));
  const [closedHourCount, closedDayCount] = [hours.size + 1, days.size + 1];
  const itemsPerDay = hasSketch(scope.kind) ? 3 : 2;
  return 1 + closedHourCount + closedDayCount * itemsPerDay + 1;
}

function applyBatch(
  { scope, month, deltas }: RollupBatch,
  items: StoredItems,
): readonly (readonly [Key, Item])[] {
  const { kind } = scope;
  const open = openHourOf(items, { scope, month });
  const newest = newestHour(open, deltas);
  const closed = closedHoursOf(scope, items);
  const isSameDay = open !== undefined && dayOfHour(open.hour) === dayOfHour(newest);
  let visitors: Sketch = isSameDay ? open.visitors : emptySketch();
  if (open !== undefined && open.hour < newest) {
    closed.add(open.hour, open.totals);
    if (hasSketch(kind)) closed.addVisitors(open.hour, open.visitors);
  }
  let totals: Totals = open?.hour === newest ? open.totals : new Map();
  for (const [hour, deltasOfHour] of Map.groupBy(deltas, (delta) => delta.hour)) {
    const added = totalsOf(scope, deltasOfHour);
    if (hour < newest) closed.add(hour, added);
    else totals = sumTotals(scope, totals, added);
    if (!hasSketch(kind)) continue;
    const hashes = deltasOfHour.flatMap(({ visitor }) => (visitor === null ? [] : hashVisitor(visitor)));
    if (hour < newest) closed.addHashes(hour, hashes);
    if (dayOfHour(hour) !== dayOfHour(newest)) continue;
    for (const hash of hashes) visitors = addVisitor(visitors, hash, 0);
  }
  const item = formatOpen(kind, { hour: newest, totals, visitors });
  return [[rollupItemKeys.open(scope, month), item], ...closed.items()];
}
