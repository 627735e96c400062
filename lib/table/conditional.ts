// A single put or update with a condition.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Key, partitionKey, sortKey } from '#lib/table/keys/item.ts';
import { type Expression, toExpressionInput } from '#lib/table/writes/expression.ts';
import { putItem, updateItem } from './client.ts';
import type { Item } from './keys/item.ts';

/** What stands where a condition does not hold; throws any other failure. */
function existingItemFrom(error: unknown): Item {
  if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) {
    return unmarshall(error.Item);
  }
  throw error;
}

/** Puts an item where the condition holds; where it does not, nothing is written, and what stands there is answered. */
export async function putOrFind(item: Key & Item, when: Expression): Promise<Item | undefined> {
  try {
    await putItem({ Item: item, ...toExpressionInput(when), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
    return undefined;
  } catch (error) {
    return existingItemFrom(error);
  }
}

/** Whether an update was made, and what stood there before it, or stands in its way. */
export interface Updated {
  readonly isRefused: boolean;
  readonly before: Item | undefined;
}

/** Updates an item where the condition holds; where it does not, nothing is written. One call in either case. */
export async function updateOrFind(
  update: Omit<Parameters<typeof updateItem>[0], 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>,
): Promise<Updated> {
  const answering = { ReturnValues: 'ALL_OLD', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  try {
    const { Attributes: found = {} } = await updateItem({ ...update, ...answering });
    // Of an item that was not there DynamoDB answers nothing, and the engine of one machine its key.
    const isNew = Object.keys(found).every((name) => name === partitionKey || name === sortKey);
    return { isRefused: false, before: isNew ? undefined : found };
  } catch (error) {
    return { isRefused: true, before: existingItemFrom(error) };
  }
}
