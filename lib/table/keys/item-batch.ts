// Items that were read together, by their keys.
import type { Item } from '#lib/table/client.ts';
import { type Key, partitionKey, sortKey } from './keys.ts';

/** What was found under some keys, in any order; undefined for what is not there. */
export type Found = readonly (Item | undefined)[];

export const itemAt = (found: Found, key: Key | undefined): Item | undefined =>
  found.find((item) => key !== undefined && item?.[partitionKey] === key.pk && item[sortKey] === key.sk);

/** The first one whose sort key begins like this. */
export const itemBeginningWith = (found: Found, key: Key | undefined): Item | undefined =>
  found.find(
    (item) =>
      key !== undefined && item?.[partitionKey] === key.pk && String(item[sortKey]).startsWith(key.sk),
  );
