// Sheets as they were read, and as they are written on that.

import { revisionOf } from '#lib/click-statistics/rules/rollups/items.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import type { Write } from '#lib/table/writes/write.ts';
import { staleWrite } from '#lib/table/writes/write.ts';

/** Items as they were read, by their keys. */
export type Found = ReadonlyMap<string, Item>;

export const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** What was read, to be given on; undefined stands for an item that there is not. */
export const foundIn = (keys: readonly Key[], items: readonly (Item | undefined)[]): Found =>
  new Map(
    keys.flatMap((key, index) => {
      const item = items[index];
      return item === undefined ? [] : [[nameOf(key), item]];
    }),
  );

export const itemIn = (found: Found, key: Key): Item | undefined => found.get(nameOf(key));

export type Put = Write & { readonly kind: 'put' };

/** The item as it is then, if it still is as it was read. */
export function putOn(read: Item | undefined, key: Key, item: Item): Put {
  const last = read === undefined ? 0 : revisionOf(read);
  return {
    kind: 'put',
    item: { ...key, ...item, revision: last + 1 },
    condition: read === undefined ? 'attribute_not_exists(#pk)' : '#revision = :last',
    values: read === undefined ? {} : { last },
    refused: staleWrite,
  };
}
