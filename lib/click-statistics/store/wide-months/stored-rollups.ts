// Reads the rollups of a wide month for a comparison, with the changes of its buffer added in memory.
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import {
  applyDeltas,
  closedHourKeys,
  openHourKeys,
  type RollupBatch,
  rollupBatches,
} from '#lib/click-statistics/rules/rollups/apply.ts';
import { bufferGroups } from '#lib/click-statistics/rules/rollups/creator-groups.ts';
import { wideScopesOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { isFolded, progressOf } from '#lib/click-statistics/rules/wide-months/passes.ts';
import { keyText, type StoredItems, storedItems } from '#lib/click-statistics/writes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { readBuffer } from './read-buffer.ts';
import { readFolds } from './read-wide-months.ts';

/** Adds the changes of batches to items in memory. */
export function applyTo(items: Map<string, Item>, batches: readonly RollupBatch[]): void {
  const read = (keys: readonly Key[]): StoredItems =>
    storedItems(
      keys,
      keys.map((key) => items.get(keyText(key))),
    );
  const openHours = read(openHourKeys(batches));
  const known = new Map([...openHours, ...read(closedHourKeys(batches, openHours))]);
  for (const { item } of applyDeltas(batches, known)) items.set(keyText(item), item);
}

/** `stored` are the rollups in the table. */
export async function withBuffer(
  id: JournalId,
  stored: ReadonlyMap<string, Item>,
): Promise<ReadonlyMap<string, Item>> {
  const { brandId, month } = id;
  const folds = (await readFolds(brandId, [month])).get(month);
  if (folds === undefined) return stored;
  const items = new Map(stored);
  const groups = Array.from({ length: bufferGroups }, (_, group) => group);
  const from = Math.min(folds.summary.from, folds.creators.from);
  for (const { round, deltas } of await readBuffer(id, groups, { from, to: Number.POSITIVE_INFINITY })) {
    const batches = rollupBatches(deltas, (delta) =>
      wideScopesOf(delta).filter((scope) => !isFolded(progressOf(folds, scope), round, delta)),
    );
    applyTo(items, batches);
  }
  return items;
}
