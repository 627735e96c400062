// Reads lists whose items are found by key: an exact lookup, or the items that other items refer to.
import { timeOf } from '#lib/foundation/shared/ids.ts';
import { isWithin } from '#lib/foundation/shared/time-ranges.ts';
import { getItems } from './client.ts';
import { encodeCursor } from './cursors.ts';
import type { Item, Key } from './keys/item.ts';
import {
  createdRange,
  idInSortKey,
  type ListSource,
  listDefinition,
  type PageRequest,
} from './list-source.ts';
import { type List, positionIn, positionOf, readList } from './pages.ts';

/** Lists at most one item. Such a list never returns a cursor, so it rejects every cursor. */
export async function readAtMostOne<Entry extends { readonly createdAt: string }>(
  kind: ListSource['kind'],
  page: PageRequest,
  find: () => Promise<Entry | undefined>,
): Promise<List<Entry>> {
  positionIn({ queries: [], kind }, page);
  const created = createdRange(page);
  const found = await find();
  const items = found !== undefined && isWithin(created, new Date(found.createdAt)) ? [found] : [];
  return { items, cursor: null, total: items.length, totalIsExact: true };
}

/** Finds the item that a claim, such as the claim of an e-mail address, refers to. */
export async function findByClaim<Entry>(
  claimKey: Key,
  keyIn: (claim: Item) => Key | undefined,
  parse: (item: Item) => Entry | Promise<Entry>,
): Promise<Entry | undefined> {
  const [claim] = await getItems([claimKey]);
  const key = claim === undefined ? undefined : keyIn(claim);
  if (key === undefined) return undefined;
  const [found] = await getItems([key]);
  return found === undefined ? undefined : parse(found);
}

/**
 * Replaces the entries of a page by the items that they refer to. Omits an item that was deleted meanwhile, and an entry that
 * `isCurrent` refuses, because its item has changed since.
 */
export async function readReferred<Entry, Referring>(
  list: List<Referring>,
  keyOf: (entry: Referring) => Key,
  parse: (item: Item) => Entry | Promise<Entry>,
  isCurrent: (entry: Entry, referring: Referring) => boolean = () => true,
): Promise<List<Entry>> {
  const found = await getItems(list.items.map(keyOf));
  const pairs = list.items.flatMap((referring, index) => {
    const item = found[index];
    return item === undefined ? [] : [{ referring, item }];
  });
  const entries = await Promise.all(pairs.map(({ item }) => parse(item)));
  const items = entries.filter((entry, index) => {
    const referring = pairs[index]?.referring;
    return referring === undefined || isCurrent(entry, referring);
  });
  const omitted = entries.length - items.length;
  return {
    ...list,
    items,
    total: list.total - omitted,
    totalIsExact: list.totalIsExact && omitted === 0,
  };
}

interface ListedOptions<Entry> {
  readonly isCurrent?: (entry: Entry, sortKey: string) => boolean;
  readonly readTotal?: () => Promise<number>;
}

/** Lists items of a KEYS_ONLY index: reads a page of its sort keys, and then the items. Without `readTotal`, the total is counted. */
export async function readListed<Entry>(
  source: ListSource,
  page: PageRequest,
  keyOf: (id: string) => Key,
  parse: (item: Item) => Entry | Promise<Entry>,
  { isCurrent, readTotal }: ListedOptions<Entry> = {},
): Promise<List<Entry>> {
  const sortKeys = await readList(source, page, (item) => positionOf(source, item), readTotal);
  return readReferred(sortKeys, (sortKey) => keyOf(idInSortKey(source, sortKey)), parse, isCurrent);
}

/** Reads a page of the items with these ids, which must be few. `source` identifies the list in cursors. */
export async function readIds<Entry>(
  source: ListSource,
  page: PageRequest,
  ids: readonly string[],
  keyOf: (id: string) => Key,
  parse: (item: Item) => Entry | Promise<Entry>,
): Promise<List<Entry>> {
  const position = positionIn(source, page);
  const created = createdRange(page);
  const direction = page.order === 'asc' ? 1 : -1;
  const matching = ids
    .filter((id) => isWithin(created, timeOf(id)))
    .toSorted((one, other) => (one < other ? -direction : direction));
  const start = position === undefined ? 0 : matching.indexOf(position.after) + 1;
  const shown = matching.slice(start, start + page.limit);
  const last = shown.at(-1);
  const hasMore = start + shown.length < matching.length && last !== undefined;
  const cursor = hasMore ? encodeCursor({ after: last }, listDefinition(source, page), page) : null;
  const list = { items: shown, cursor, total: matching.length, totalIsExact: true };
  return readReferred(list, keyOf, parse);
}
