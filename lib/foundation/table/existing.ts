// Reads items that must exist.
import { notFound } from '#lib/foundation/shared/errors.ts';
import type { Resource } from '#lib/foundation/shared/resources.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { getItem } from './client.ts';

/** Reads with strong consistency. Throws a 404 if the item does not exist. */
export async function getExisting(key: Key, resource: Resource): Promise<Item> {
  const found = await getItem(key);
  if (found === undefined) throw notFound(resource);
  return found;
}
