// Reads large partitions in pages, in the order of the sort key.

import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type Key, partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
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
  { from, before, to }: Range = {},
): Promise<QueryPage> {
  const end = before ?? to;
  // DynamoDB refuses a range that begins after its end. A cursor of another filter can be there.
  if (after !== null && end !== undefined && after >= end) return { items: [], upTo: after, isLast: true };
  const start = after === null ? from !== undefined && { from } : { after };
  const { Items: items = [], LastEvaluatedKey } = await query({
    ...toQueryInput(list, {
      ...(before !== undefined && { before }),
      ...(to !== undefined && { to }),
      ...start,
    }),
    Limit: limit,
  });
  const last = items.at(-1)?.[sortKeyOf(list)];
  return { items, upTo: typeof last === 'string' ? last : after, isLast: LastEvaluatedKey === undefined };
}

/** Returns the item with the lowest sort key in the range. The read of a list without an index is strongly consistent. */
export async function readFirst(list: ListQuery, range: Range): Promise<Item | undefined> {
  const { Items: [first] = [] } = await query({ ...toQueryInput(list, range), Limit: 1 });
  return first;
}

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

/** Reads the last items of a range, the last one first. The read is strongly consistent. */
export async function readLast(
  { partition, from, to }: { readonly partition: string; readonly from: string; readonly to: string },
  limit: number,
): Promise<readonly Item[]> {
  const input = { ...toQueryInput({ partition }, { from, to }), ScanIndexForward: false, Limit: limit };
  return (await query(input)).Items ?? [];
}

/** Reads all matching items into memory, so a prefix must match few items by design. The read is strongly consistent. */
export const queryByPrefix = ({ pk, sk }: Key): Promise<readonly Item[]> =>
  queryAll({
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
