// Applies deltas to the stored rollups of reports.
import * as z from 'zod';
import {
  itemWithKey,
  keyText,
  putIfUnchanged,
  type RollupPut,
  type StoredItems,
} from '#lib/click-statistics/writes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import type { ReportDelta } from './entry-deltas.ts';
import { addToSheet, decodeSheet, encodeSheet, type Sheet } from './sheet.ts';

const stored = z.object({ figures: z.instanceof(Uint8Array) });

export const sheetOf = (item: Item | undefined): Sheet =>
  item === undefined ? new Map() : decodeSheet(stored.parse(item).figures);

export const itemOfSheet = (sheet: Sheet): Item => ({ figures: encodeSheet(sheet) });

/** Contains the deltas of one item. */
export interface ReportBatch {
  readonly name: string;
  readonly key: Key;
  readonly deltas: ReportDelta[];
}

export function reportBatches(deltas: readonly ReportDelta[]): readonly ReportBatch[] {
  const batches = new Map<string, ReportBatch>();
  for (const delta of deltas) {
    const name = keyText(delta.key);
    const batch = batches.get(name) ?? { name, key: delta.key, deltas: [] };
    batch.deltas.push(delta);
    batches.set(name, batch);
  }
  return [...batches.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function applyBatch({ key, deltas }: ReportBatch, items: StoredItems): RollupPut {
  const previous = itemWithKey(items, key);
  const sheet = sheetOf(previous);
  for (const { name, slot, figures } of deltas) addToSheet(sheet, name, slot, figures);
  return putIfUnchanged(previous, key, itemOfSheet(sheet));
}
