// Reads the items of one brand from any table, such as a restored one. Only the operator does this: a service never scans.

import { isTransient } from '#lib/foundation/aws/failures.ts';
import { pause } from '#lib/foundation/aws/pause.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { dynamoDb } from './client.ts';
import { toQueryInput } from './list-query.ts';

interface ScanPage {
  readonly items: readonly Item[];
  /** Continues the scan. Undefined on the last page. */
  readonly next: Item | undefined;
}

async function call<Output>(TableName: string, send: () => Promise<Output>): Promise<Output> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException')
      throw new OperatorError('notFound', `The table ${TableName} does not exist in this account and region`);
    throw isTransient(error) ? unavailable(error) : error;
  }
}

/** Reads one page of at most 1 MB, and returns the items whose partition key begins with the prefix. */
export async function scanPage(
  TableName: string,
  prefix: string,
  ExclusiveStartKey: Item | undefined,
): Promise<ScanPage> {
  const input = {
    TableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(#pk, :prefix)',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':prefix': prefix },
    ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
  };
  const { Items = [], LastEvaluatedKey } = await call(TableName, () => dynamoDb.send('Scan', input));
  return { items: Items, next: LastEvaluatedKey };
}

/** Reads a whole partition into memory, so the partition must be small by design. */
export async function partitionIn(TableName: string, partition: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const input = {
      TableName,
      ...toQueryInput({ partition }),
      ...(start !== undefined && { ExclusiveStartKey: start }),
    };
    const { Items = [], LastEvaluatedKey } = await call(TableName, () => dynamoDb.send('Query', input));
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

const batchLimit = 100;
const attempts = 10;
const textOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);

async function readBatch(TableName: string, Keys: readonly Key[]): Promise<readonly Item[]> {
  const found: Item[] = [];
  let wanted: Record<string, unknown>[] = Keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let attempt = 0; attempt < attempts && wanted.length > 0; attempt += 1) {
    if (attempt > 0) await pause(attempt);
    const input = { RequestItems: { [TableName]: { Keys: wanted, ConsistentRead: true } } };
    const { Responses, UnprocessedKeys } = await call(TableName, () => dynamoDb.send('BatchGetItem', input));
    found.push(...(Responses?.[TableName] ?? []));
    wanted = [...(UnprocessedKeys?.[TableName]?.Keys ?? [])];
  }
  if (wanted.length > 0) throw unavailable(new Error('BatchGetItem left keys unprocessed'));
  return found;
}

/** Returns the items in the order of the keys. */
export async function itemsIn(table: string, keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += batchLimit) {
    for (const item of await readBatch(table, keys.slice(start, start + batchLimit)))
      found.set(textOf(item), item);
  }
  return keys.map((key) => found.get(textOf({ ...key })));
}
