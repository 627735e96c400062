// Going over a partition in the order of its sort keys, in steps: for those that may hold any number of items.
import { type Item, query, queryAll } from './client.ts';
import { indexes, type Key, partitionKey, sortKey } from './keys.ts';
import type { Source } from './pages.ts';

interface Stretch {
  /** In the order of their sort keys. */
  readonly items: readonly Item[];
  /** The last sort key that was looked at; null where there was none. */
  readonly upTo: string | null;
  /** Nothing came after it when it was read. */
  readonly isLast: boolean;
}

/** At most `limit` items after the sort key `after`, or from the beginning on. Of the table as after the last write. */
export async function readAfter(
  { partition, index }: Source,
  after: string | null,
  limit: number,
): Promise<Stretch> {
  const { Items: items = [], LastEvaluatedKey } = await query({
    ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
    KeyConditionExpression: after === null ? '#p = :p' : '#p = :p AND #s > :after',
    ExpressionAttributeNames: {
      '#p': index === undefined ? partitionKey : indexes[index].partitionKey,
      ...(after === null ? {} : { '#s': sortKey }),
    },
    ExpressionAttributeValues: { ':p': partition, ...(after === null ? {} : { ':after': after }) },
    Limit: limit,
  });
  const last = items.at(-1)?.[sortKey];
  return { items, upTo: typeof last === 'string' ? last : after, isLast: LastEvaluatedKey === undefined };
}

/** The sort keys that a walk begins and ends with, both included. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** The items, the oldest first; those of the table itself as they are after the last write. A page may be empty. */
export async function* pagesOf({ partition, index }: Source, range?: Range): AsyncGenerator<readonly Item[]> {
  const own = index === undefined ? partitionKey : indexes[index].partitionKey;
  let start: Item | undefined;
  do {
    const { Items: items = [], LastEvaluatedKey } = await query({
      ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
      KeyConditionExpression: range === undefined ? '#p = :p' : '#p = :p AND #s BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#p': own, ...(range !== undefined && { '#s': sortKey }) },
      ExpressionAttributeValues: {
        ':p': partition,
        ...(range !== undefined && { ':from': range.from, ':to': range.to }),
      },
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    yield items;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** The items of a partition whose sort keys begin like this, as they are after the last write: where they are few by design. */
export const allBeginningWith = ({ pk, sk }: Key): Promise<readonly Item[]> =>
  queryAll({
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
