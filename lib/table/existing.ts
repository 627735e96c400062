// Reads items that must exist.
import { type FindableKind, idNotFound } from '#lib/shared/ids.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { getItem } from './client.ts';

/** Reads with strong consistency. Throws a 404 if the item does not exist. */
export async function getExisting(key: Key, kind: FindableKind): Promise<Item> {
  const found = await getItem(key);
  if (found === undefined) throw idNotFound(kind);
  return found;
}
