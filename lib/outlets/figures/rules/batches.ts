// Applies changes of figures to stored items.
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { type Put, staleWrite } from '#lib/foundation/table/writes/write.ts';
import type { FigureDelta } from './deltas.ts';
import { addToSheet, encodeSheet, limitReferrers, type Sheet, sheetOf } from './sheet.ts';

export const keyText = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Contains the changes of one item. */
export interface FigureBatch {
  readonly name: string;
  readonly key: Key;
  readonly deltas: FigureDelta[];
}

export function figureBatches(deltas: Iterable<FigureDelta>): readonly FigureBatch[] {
  const batches = new Map<string, FigureBatch>();
  for (const delta of deltas) {
    const name = keyText(delta.key);
    const batch = batches.get(name) ?? { name, key: delta.key, deltas: [] };
    batch.deltas.push(delta);
    batches.set(name, batch);
  }
  return [...batches.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Throws a stale write if the item has changed since it was read. */
export function putSheet(previous: Item | undefined, key: Key, sheet: Sheet): Put {
  const last = Number(previous?.revision ?? 0);
  return {
    kind: 'put',
    item: { ...key, ...encodeSheet(limitReferrers(sheet)), revision: last + 1 },
    ...(previous === undefined
      ? { condition: 'attribute_not_exists(#pk)' }
      : { condition: '#revision = :last', values: { last } }),
    refused: staleWrite,
  };
}

export function applyBatch({ key, deltas }: FigureBatch, previous: Item | undefined): Put {
  const sheet = sheetOf(previous);
  for (const { id, part, figures } of deltas) addToSheet(sheet, id, part, figures);
  return putSheet(previous, key, sheet);
}
