// Going over a partition in the order of its sort keys, page by page: for those that may hold any number of items.
import { type Item, query } from './client.ts';
import { indexes, partitionKey, sortKey } from './keys.ts';
import type { Source } from './pages.ts';

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
