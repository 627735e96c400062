// Reads and writes the table without the SDK, to keep the cold start of the tracking link short (docs/decisions/0029).

import { unavailable } from '#lib/foundation/shared/errors.ts';
import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import { type Key, partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { toExpressionInput } from '#lib/foundation/table/writes/expression.ts';
import { fromAttributes, toAttributes } from './attribute-values.ts';
import { call, type Deadline } from './table-call.ts';

type Item = Record<string, unknown>;

const { TABLE_NAME: TableName } = linkEnvironment;
const ReturnConsumedCapacity = 'TOTAL';
const request = (input: object): string => JSON.stringify({ TableName, ReturnConsumedCapacity, ...input });

export async function getItem(key: Key, deadline: Deadline): Promise<Item | undefined> {
  const { Item } = await call('GetItem', request({ Key: toAttributes(key), ConsistentRead: true }), deadline);
  return Item === undefined ? undefined : fromAttributes(Item);
}

/** Returns the items in the order of the keys. Throws a 503 if DynamoDB leaves keys unprocessed. */
export async function getItems(
  itemKeys: readonly Key[],
  deadline: Deadline,
  { isConsistent }: { readonly isConsistent: boolean },
): Promise<readonly (Item | undefined)[]> {
  const requestItems = { [TableName]: { Keys: itemKeys.map(toAttributes), ConsistentRead: isConsistent } };
  const input = JSON.stringify({ RequestItems: requestItems, ReturnConsumedCapacity });
  const { Responses, UnprocessedKeys = {} } = await call('BatchGetItem', input, deadline);
  if (Object.keys(UnprocessedKeys).length > 0) {
    throw unavailable(new Error('BatchGetItem left keys unprocessed'));
  }
  const items = (Responses?.[TableName] ?? []).map(fromAttributes);
  return itemKeys.map(({ pk, sk }) =>
    items.find((item) => item[partitionKey] === pk && item[sortKey] === sk),
  );
}

interface Update {
  readonly Key: Key;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeValues: object;
}

/** Returns the existing item if the condition refuses the write. Throws all other errors. */
async function writeOrGetExisting(
  operation: string,
  input: object,
  deadline: Deadline,
): Promise<Item | undefined> {
  try {
    await call(operation, request({ ...input, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }), deadline);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
    return fromAttributes(Object(Object(error).Item));
  }
}

export const updateOrGetExisting = (
  { Key: key, ExpressionAttributeValues: values, ...expressions }: Update,
  deadline: Deadline,
): Promise<Item | undefined> =>
  writeOrGetExisting(
    'UpdateItem',
    { ...expressions, Key: toAttributes(key), ExpressionAttributeValues: toAttributes(values) },
    deadline,
  );

export async function putItem(item: Key & Item, deadline: Deadline): Promise<void> {
  await call('PutItem', request({ Item: toAttributes(item) }), deadline);
}

export const putOrGetExisting = (
  item: Key & Item,
  condition: string,
  deadline: Deadline,
): Promise<Item | undefined> =>
  writeOrGetExisting('PutItem', { Item: toAttributes(item), ...toExpressionInput({ condition }) }, deadline);
