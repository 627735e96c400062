// The table for the function that people wait for on every click: the same seam as client.ts, without the SDK.
// docs/decisions/0029
import { environment } from '#lib/shared/environment.ts';
import { unavailable } from '#lib/shared/errors.ts';
import { type Key, partitionKey, sortKey } from '#lib/table/keys/item.ts';
import { toExpressionInput } from '#lib/table/writes/expression.ts';
import { plain, typed } from './attribute-values.ts';
import { call, type Deadline } from './table-call.ts';

type Item = Record<string, unknown>;

const { TABLE_NAME: TableName } = environment;
const ReturnConsumedCapacity = 'TOTAL';
const request = (input: object): string => JSON.stringify({ TableName, ReturnConsumedCapacity, ...input });

/** One item as it is after the last write, or undefined. */
export async function getItem(key: Key, allowance: Deadline): Promise<Item | undefined> {
  const { Item } = await call('GetItem', request({ Key: typed(key), ConsistentRead: true }), allowance);
  return Item === undefined ? undefined : plain(Item);
}

/** The items under these keys, in the keys' order; undefined where there is none. For a handful of keys. */
export async function getItems(
  wanted: readonly Key[],
  allowance: Deadline,
): Promise<readonly (Item | undefined)[]> {
  const asked = { [TableName]: { Keys: wanted.map(typed), ConsistentRead: true } };
  const input = JSON.stringify({ RequestItems: asked, ReturnConsumedCapacity });
  const { Responses, UnprocessedKeys = {} } = await call('BatchGetItem', input, allowance);
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
  allowance: Deadline,
): Promise<boolean> {
  const body = `${text}${JSON.stringify(typed(key))},"ExpressionAttributeValues":${JSON.stringify(typed(values))}}`;
  try {
    await call('UpdateItem', body, allowance);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

export async function putItem(item: Key & Item, allowance: Deadline): Promise<void> {
  await call('PutItem', request({ Item: typed(item) }), allowance);
}

/** Puts an item where the condition holds; where it does not, nothing is written, and what stands there is answered. */
export async function putOrFind(
  item: Key & Item,
  condition: string,
  allowance: Deadline,
): Promise<Item | undefined> {
  const when = toExpressionInput({ condition });
  const input = { Item: typed(item), ...when, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
  try {
    await call('PutItem', request(input), allowance);
    return undefined;
  } catch (error) {
    if (isRefused(error)) return plain(Object(Object(error).Item));
    throw error;
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';
