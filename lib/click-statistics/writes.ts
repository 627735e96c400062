// Finds stored rollup items by key, and builds their writes with optimistic locking.
import { revisionOf } from '#lib/click-statistics/rules/rollups/items.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import type { Write } from '#lib/table/writes/write.ts';
import { staleWrite } from '#lib/table/writes/write.ts';

export type StoredItems = ReadonlyMap<string, Item>;

export const keyText = ({ pk, sk }: Key): string => `${pk} ${sk}`;

export const storedItems = (keys: readonly Key[], items: readonly (Item | undefined)[]): StoredItems =>
  new Map(
    keys.flatMap((key, index) => {
      const item = items[index];
      return item === undefined ? [] : [[keyText(key), item]];
    }),
  );

export const itemWithKey = (items: StoredItems, key: Key): Item | undefined => items.get(keyText(key));

export type RollupPut = Write & { readonly kind: 'put' };

export function putIfUnchanged(previous: Item | undefined, key: Key, item: Item): RollupPut {
  const last = previous === undefined ? 0 : revisionOf(previous);
  return {
    kind: 'put',
    item: { ...key, ...item, revision: last + 1 },
    condition: previous === undefined ? 'attribute_not_exists(#pk)' : '#revision = :last',
    values: previous === undefined ? {} : { last },
    refused: staleWrite,
  };
}
