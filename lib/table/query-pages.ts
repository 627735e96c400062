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

/** As `queryPages`, of several lists in the order of their sort keys. Holds up to one page of each list in memory. */
export async function* queryMergedPages(
  lists: readonly ListQuery[],
  range?: Range,
): AsyncGenerator<readonly Item[]> {
  const keyOf = keyIn(lists);
  const readers = lists.map((list) => ({
    pages: queryPages(list, range),
    items: [] as readonly Item[],
    isLast: false,
  }));
  do {
    await Promise.all(
      readers
        .filter(({ items, isLast }) => items.length === 0 && !isLast)
        .map(async (reader) => {
          const { value, done = false } = await reader.pages.next();
          reader.items = value ?? [];
          reader.isLast = done;
        }),
    );
    // Later pages of an unfinished list begin after its end, so all items up to the lowest end are known.
    const ends = readers.flatMap(({ items, isLast }) => (isLast ? [] : [lastKey(items, keyOf)]));
    const isKnown = (item: Item): boolean => ends.every((end) => end !== undefined && keyOf(item) <= end);
    const known = readers.map(({ items }) => items.filter(isKnown));
    for (const [index, reader] of readers.entries()) reader.items = reader.items.slice(known[index]?.length);
    yield mergeItems(known, keyOf);
  } while (readers.some(({ items, isLast }) => items.length > 0 || !isLast));
}

const lastKey = (items: readonly Item[], keyOf: (item: Item) => string): string | undefined => {
  const last = items.at(-1);
  return last === undefined ? undefined : keyOf(last);
};

/** Reads all matching items into memory, so a prefix must match few items by design. The read is strongly consistent. */
export const queryByPrefix = ({ pk, sk }: Key): Promise<readonly Item[]> =>
  queryAll({
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
