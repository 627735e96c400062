// Things that a request names, which have to be there.
import type { IdKind } from '#lib/shared/id-kinds.ts';
import { missing } from '#lib/shared/ids.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { getItem } from './client.ts';
import type { Item } from './keys/item.ts';

/** The item as it is after the last write; a 404 where there is none. */
export async function getExisting(key: Key, kind: IdKind): Promise<Item> {
  const found = await getItem(key);
  if (found === undefined) throw missing(kind);
  return found;
}
