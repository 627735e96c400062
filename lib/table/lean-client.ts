// The table for the function that people wait for on every click: the same seam as client.ts, without the SDK, and with an
// end to each call. What it writes may be written again: so a call that hangs or is refused is made anew while there is
// time. docs/decisions/0029
import { jsonProtocol, placeOf } from '#lib/aws/json-protocol.ts';
import { environment } from '#lib/shared/environment.ts';
import { unavailable } from '#lib/shared/errors.ts';
import { plain, typed } from './attribute-values.ts';
import { expressed } from './expression.ts';
import { isPassing } from './failures.ts';
import { type Key, partitionKey, sortKey } from './keys.ts';
import { countCall } from './meter.ts';
import { pause } from './pause.ts';

type Item = Record<string, unknown>;

/** What of its answers is read here. */
interface Output {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
  readonly Item?: object;
  readonly Responses?: Readonly<Record<string, readonly object[]>>;
  readonly UnprocessedKeys?: object;
}

/** When an answer must be there, on the clock of `performance.now()`. */
export type Deadline = number;
export const deadlineIn = (milliseconds: number): Deadline =>
  performance.now() + milliseconds * environment.DYNAMODB_PATIENCE;

const dynamodb = {
  name: 'dynamodb',
  variable: 'DYNAMODB',
  target: 'DynamoDB_20120810',
  version: '1.0',
} as const;

/** It asks for no account, but its protocol wants a region and a signature. */
const ofOnesOwn = (endpoint: string) => ({
  address: new URL(endpoint),
  region: 'local',
  credentials: () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
});

const { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: TableName } = environment;
/** Calls have an end of their own, which is earlier. */
const limits = {
  connectionTimeout: 2000 * environment.DYNAMODB_PATIENCE,
  requestTimeout: 2000 * environment.DYNAMODB_PATIENCE,
};

/** What is sent to DynamoDB, an operation and its input as JSON, each attempt by itself. */
export const wire = {
  ask: jsonProtocol<Output>(
    dynamodb,
    limits,
    endpoint === undefined ? placeOf(dynamodb) : ofOnesOwn(endpoint),
  ),
};

const attempts = 4;
/** A connection that has died unseen answers nothing: after so long another one is tried. */
const firstAttemptMilliseconds = 120 * environment.DYNAMODB_PATIENCE;

async function call(operation: string, body: string, until: Deadline): Promise<Output> {
  for (let attempt = 0; ; attempt += 1) {
    const left = until - performance.now();
    const milliseconds = Math.max(1, attempt === 0 ? Math.min(left, firstAttemptMilliseconds) : left);
    try {
      return await countCall(() => wire.ask(operation, body, milliseconds));
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (attempt + 1 === attempts || performance.now() >= until) throw unavailable(error);
    }
    await pause(attempt);
    if (performance.now() >= until) throw unavailable(new Error('The table did not answer in time'));
  }
}

const ReturnConsumedCapacity = 'TOTAL';
const request = (input: object): string => JSON.stringify({ TableName, ReturnConsumedCapacity, ...input });

/** One item as it is after the last write, or undefined. */
export async function getItem(key: Key, until: Deadline): Promise<Item | undefined> {
  const { Item } = await call('GetItem', request({ Key: typed(key), ConsistentRead: true }), until);
  return Item === undefined ? undefined : plain(Item);
}

/** The items under these keys, in the keys' order; undefined where there is none. For a handful of keys. */
export async function getItems(
  wanted: readonly Key[],
  until: Deadline,
): Promise<readonly (Item | undefined)[]> {
  const asked = { [TableName]: { Keys: wanted.map(typed), ConsistentRead: true } };
  const input = JSON.stringify({ RequestItems: asked, ReturnConsumedCapacity });
  const { Responses, UnprocessedKeys = {} } = await call('BatchGetItem', input, until);
  if (Object.keys(UnprocessedKeys).length > 0) {
    throw unavailable(new Error('BatchGetItem left keys unprocessed'));
  }
  const items = (Responses?.[TableName] ?? []).map(plain);
  return wanted.map(({ pk, sk }) => items.find((item) => item[partitionKey] === pk && item[sortKey] === sk));
}

/** An UpdateItem but for what changes from one to the next; written as JSON once. */
export interface PreparedUpdate {
  /** To be continued with a key. */
  readonly text: string;
}

interface Expressions {
  readonly UpdateExpression: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

export const prepareUpdate = (expressions: Expressions): PreparedUpdate => ({
  text: `${request({ ...expressions }).slice(0, -1)},"Key":`,
});

interface UpdateValues {
  readonly Key: Key;
  readonly ExpressionAttributeValues: object;
}

/** Updates an item; false where the condition does not hold, and nothing is written. */
export async function updateItem(
  { text }: PreparedUpdate,
  { Key: key, ExpressionAttributeValues: values }: UpdateValues,
  until: Deadline,
): Promise<boolean> {
  const body = `${text}${JSON.stringify(typed(key))},"ExpressionAttributeValues":${JSON.stringify(typed(values))}}`;
  try {
    await call('UpdateItem', body, until);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

export async function putItem(item: Key & Item, until: Deadline): Promise<void> {
  await call('PutItem', request({ Item: typed(item) }), until);
}

/** Puts an item where the condition holds; where it does not, nothing is written, and what stands there is answered. */
export async function putOrFind(
  item: Key & Item,
  condition: string,
  until: Deadline,
): Promise<Item | undefined> {
  const when = expressed({ condition });
  const input = { Item: typed(item), ...when, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
  try {
    await call('PutItem', request(input), until);
    return undefined;
  } catch (error) {
    if (isRefused(error)) return plain(Object(Object(error).Item));
    throw error;
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';
