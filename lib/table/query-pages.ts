// Reads large partitions in pages, in the order of the sort key.

import type { Item } from '#lib/table/keys/item.ts';
import { type Key, partitionKey, sortKey } from '#lib/table/keys/item.ts';
import { query, queryAll } from './client.ts';
import { type ListQuery, type Range, sortKeyOf, toQueryInput } from './list-query.ts';

interface QueryPage {
  readonly items: readonly Item[];
  readonly upTo: string | null;
  readonly isLast: boolean;
}

export async function readPageAfter(
  list: ListQuery,
  after: string | null,
  limit: number,
): Promise<QueryPage> {
  const { Items: items = [], LastEvaluatedKey } = await query({
    ...toQueryInput(list, after === null ? undefined : { after }),
    Limit: limit,
  });
  const last = items.at(-1)?.[sortKeyOf(list)];
  return { items, upTo: typeof last === 'string' ? last : after, isLast: LastEvaluatedKey === undefined };
}

/** As `readPageAfter`, of several lists in the order of their sort keys. */
export async function readMergedPageAfter(
  lists: readonly ListQuery[],
  after: string | null,
  limit: number,
): Promise<QueryPage> {
  const pages = await Promise.all(lists.map((list) => readPageAfter(list, after, limit)));
  const keyOf = keyIn(lists);
  // Items of other lists that come later than the end of an unfinished page must wait for the next page.
  const ends = pages.flatMap(({ isLast, upTo }) => (isLast || upTo === null ? [] : [upTo]));
  const all = mergeItems(
    pages.map(({ items }) => items),
    keyOf,
  );
  const items = all.filter((item) => ends.every((end) => keyOf(item) <= end)).slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    upTo: last === undefined ? after : keyOf(last),
    isLast: pages.every(({ isLast }) => isLast) && items.length === all.length,
  };
}

const keyIn =
  ([first]: readonly ListQuery[]) =>
  (item: Item): string =>
    String(item[first === undefined ? sortKey : sortKeyOf(first)]);

const mergeItems = (pages: readonly (readonly Item[])[], keyOf: (item: Item) => string): readonly Item[] =>
  pages.flat().toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

export async function* queryPages(list: ListQuery, range?: Range): AsyncGenerator<readonly Item[]> {
  let start: Item | undefined;
  do {
    const { Items: items = [], LastEvaluatedKey } = await query({
      ...toQueryInput(list, range),
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    yield items;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

interface Reader {
  readonly list: ListQuery;
  /** The items that are read and not yielded yet. */
  items: readonly Item[];
  start: Item | undefined;
  isLast: boolean;
}

async function readNext(reader: Reader, range: Range | undefined): Promise<void> {
  const { Items = [], LastEvaluatedKey } = await query({
    ...toQueryInput(reader.list, range),
    ...(reader.start !== undefined && { ExclusiveStartKey: reader.start }),
  });
  reader.items = Items;
  reader.start = LastEvaluatedKey;
  reader.isLast = LastEvaluatedKey === undefined;
}

/** As `queryPages`, of several lists in the order of their sort keys. Holds up to one page of each list in memory. */
export async function* queryMergedPages(
  lists: readonly ListQuery[],
  range?: Range,
): AsyncGenerator<readonly Item[]> {
  const keyOf = keyIn(lists);
  const readers = lists.map((list): Reader => ({ list, items: [], start: undefined, isLast: false }));
  do {
    const empty = readers.filter(({ items, isLast }) => items.length === 0 && !isLast);
    await Promise.all(empty.map((reader) => readNext(reader, range)));
    // The next page of an unfinished list begins after its end, so all items up to the lowest end are known.
    const ends = readers.flatMap(({ items, isLast }) => (isLast ? [] : [items.at(-1)]));
    const isKnown = (item: Item): boolean =>
      ends.every((end) => end !== undefined && keyOf(item) <= keyOf(end));
    const known = readers.map(({ items }) => items.filter(isKnown));
    for (const [index, reader] of readers.entries()) reader.items = reader.items.slice(known[index]?.length);
    yield mergeItems(known, keyOf);
  } while (readers.some(({ items, isLast }) => items.length > 0 || !isLast));
}

/** Reads all matching items into memory, so a prefix must match few items by design. The read is strongly consistent. */
export const queryByPrefix = ({ pk, sk }: Key): Promise<readonly Item[]> =>
  queryAll({
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
