// Wraps the DynamoDB client: meters every call, and turns transient failures into a 503.
import type {
  BatchGetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { createDynamoDb } from '#lib/foundation/aws/dynamodb.ts';
import { isTransient } from '#lib/foundation/aws/failures.ts';
import { localEndpoint } from '#lib/foundation/aws/json-client.ts';
import { pause } from '#lib/foundation/aws/pause.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { requireWritable } from '#lib/foundation/shared/read-only.ts';
import { tableCall } from '#lib/foundation/shared/time-limit.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { currentMeter } from './current-meter.ts';
import { toQueryInput } from './list-query.ts';
import { countCall } from './meter.ts';

const endpoint = environment.DYNAMODB_ENDPOINT;

const deployed = {
  maxAttempts: tableCall.attempts,
  connectionTimeout: 500,
  requestTimeout: tableCall.attemptMilliseconds,
};

/** A local database has more time, because it shares the CPU with its clients. */
const local = { ...deployed, connectionTimeout: 5000, requestTimeout: 20_000 };

export const dynamoDb =
  endpoint === undefined ? createDynamoDb(deployed) : createDynamoDb(local, localEndpoint(endpoint));

const table = { TableName: environment.TABLE_NAME, ReturnConsumedCapacity: 'TOTAL' } as const;

async function write<Output extends object>(send: () => Promise<Output>): Promise<Output> {
  requireWritable();
  return call(send);
}

async function call<Output extends object>(send: () => Promise<Output>): Promise<Output> {
  try {
    return await countCall(send, currentMeter());
  } catch (error) {
    throw isTransient(error) ? unavailable(error) : error;
  }
}

export async function getItem(key: Key): Promise<Item | undefined> {
  const input = { ...table, Key: key, ConsistentRead: true };
  return (await call(() => dynamoDb.send('GetItem', input))).Item;
}

const keyText = (key: Item): string => `${String(key.pk)} ${String(key.sk)}`;
const batchGetLimit = 100;
const unprocessedAttempts = 5;

/** Reads with strong consistency, or with eventual consistency for half the cost. Returns the items in the order of the keys. */
export async function getItems(
  wanted: readonly Key[],
  { isConsistent = true } = {},
): Promise<readonly (Item | undefined)[]> {
  const distinct = [...new Map(wanted.map((key) => [keyText({ ...key }), key])).values()];
  const chunks = Array.from({ length: Math.ceil(distinct.length / batchGetLimit) }, (_, index) =>
    distinct.slice(index * batchGetLimit, (index + 1) * batchGetLimit),
  );
  const pages = await Promise.all(chunks.map((chunk) => getChunk(chunk, isConsistent)));
  const found = new Map(pages.flat().map((item) => [keyText(item), item]));
  return wanted.map((key) => found.get(keyText({ ...key })));
}

async function getChunk(chunk: readonly Key[], isConsistent: boolean): Promise<readonly Item[]> {
  const { TableName, ReturnConsumedCapacity } = table;
  const found: Item[] = [];
  let request: BatchGetCommandInput['RequestItems'] = {
    [TableName]: { Keys: chunk.map((key) => ({ ...key })), ConsistentRead: isConsistent },
  };
  for (let attempt = 0; attempt < unprocessedAttempts; attempt += 1) {
    const input: BatchGetCommandInput = { RequestItems: request, ReturnConsumedCapacity };
    const output = await call(() => dynamoDb.send('BatchGetItem', input));
    found.push(...(output.Responses?.[TableName] ?? []));
    request = output.UnprocessedKeys;
    if (request === undefined || Object.keys(request).length === 0) return found;
    await pause(attempt);
  }
  throw unavailable(new Error('BatchGetItem left keys unprocessed'));
}

/** Returns one page of at most 1 MB. */
export const query = (input: Omit<QueryCommandInput, 'TableName'>) =>
  call(() => dynamoDb.send('Query', { ...table, ...input }));

/** Reads all pages into memory, so the result must be small by design. */
export async function queryAll(input: Omit<QueryCommandInput, 'TableName'>): Promise<readonly Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await query({ ...input, ...(start === undefined ? {} : { ExclusiveStartKey: start }) });
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** Reads a whole partition into memory, so the partition must be small by design. The read is strongly consistent. */
export const queryPartition = (partition: string): Promise<readonly Item[]> =>
  queryAll(toQueryInput({ partition }));

export const putItem = (input: Omit<PutCommandInput, 'TableName'>) =>
  write(() => dynamoDb.send('PutItem', { ...table, ...input }));

export const updateItem = (input: Omit<UpdateCommandInput, 'TableName'>) =>
  write(() => dynamoDb.send('UpdateItem', { ...table, ...input }));

/** Throws the client's errors unchanged, because lib/foundation/table/transact.ts reads the cancellation reasons. */
export async function writeTransaction(
  actions: NonNullable<TransactWriteCommandInput['TransactItems']>,
  token: string,
) {
  requireWritable();
  const { ReturnConsumedCapacity } = table;
  const input = { TransactItems: actions, ClientRequestToken: token, ReturnConsumedCapacity };
  return countCall(() => dynamoDb.send('TransactWriteItems', input), currentMeter());
}
