// Going over a partition in the order of its sort keys, in steps: for those that may hold any number of items.

import { type Key, partitionKey, sortKey } from '#lib/table/keys/item.ts';
import { query, queryAll } from './client.ts';
import type { Item } from './keys/item.ts';
import { type ListQuery, type Range, toQueryInput } from './list-query.ts';

interface QueryPage {
  /** In the order of their sort keys. */
  readonly items: readonly Item[];
  /** The last sort key that was looked at; null where there was none. */
  readonly upTo: string | null;
  /** Nothing came after it when it was read. */
  readonly isLast: boolean;
}

/** At most `limit` items after the sort key `after`, or from the beginning on. Of the table as after the last write. */
export async function readPageAfter(
  source: ListQuery,
  after: string | null,
  limit: number,
): Promise<QueryPage> {
  const { Items: items = [], LastEvaluatedKey } = await query({
    ...toQueryInput(source, after === null ? undefined : { after }),
    Limit: limit,
  });
  const last = items.at(-1)?.[sortKey];
  return { items, upTo: typeof last === 'string' ? last : after, isLast: LastEvaluatedKey === undefined };
}

/** The items, the oldest first; those of the table itself as they are after the last write. A page may be empty. */
export async function* queryPages(source: ListQuery, range?: Range): AsyncGenerator<readonly Item[]> {
  let start: Item | undefined;
  do {
    const { Items: items = [], LastEvaluatedKey } = await query({
      ...toQueryInput(source, range),
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    yield items;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** The items of a partition whose sort keys begin like this, as they are after the last write: where they are few by design. */
export const queryByPrefix = ({ pk, sk }: Key): Promise<readonly Item[]> =>
  queryAll({
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
