// Going over a partition in steps, from its beginning to its end: each step goes on after what the last one has seen.
import { type Item, query } from './client.ts';
import { indexes, partitionKey, sortKey } from './keys.ts';
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
