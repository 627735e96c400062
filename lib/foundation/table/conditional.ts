// Puts and updates single items under a condition.
import { ConditionalCheckFailedException } from '#lib/foundation/aws/dynamodb.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type Key, partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import {
  type Changes,
  type Expression,
  toExpressionInput,
  toUpdateInput,
} from '#lib/foundation/table/writes/expression.ts';
import { putItem, updateItem } from './client.ts';

function existingItemFrom(error: unknown): Item {
  if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) {
    return error.Item;
  }
  throw error;
}

export async function putOrGetExisting(item: Key & Item, when: Expression): Promise<Item | undefined> {
  try {
    await putItem({ Item: item, ...toExpressionInput(when), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
    return undefined;
  } catch (error) {
    return existingItemFrom(error);
  }
}

export interface UpdateResult {
  readonly isRefused: boolean;
  readonly before: Item | undefined;
}

export async function updateOrGetExisting(
  update: Omit<Parameters<typeof updateItem>[0], 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>,
): Promise<UpdateResult> {
  const returned = { ReturnValues: 'ALL_OLD', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  try {
    const { Attributes: found = {} } = await updateItem({ ...update, ...returned });
    // For a new item, DynamoDB returns no attributes, but a local engine returns the key. So an item with only a key is also new.
    const isNew = Object.keys(found).every((name) => name === partitionKey || name === sortKey);
    return { isRefused: false, before: isNew ? undefined : found };
  } catch (error) {
    return { isRefused: true, before: existingItemFrom(error) };
  }
}

/** Returns the item after the update, or undefined if the condition is false. */
export async function updateIf(key: Key, change: Changes & Expression): Promise<Item | undefined> {
  try {
    const { Attributes: after = {} } = await updateItem({
      Key: { ...key },
      ...toUpdateInput(change),
      ReturnValues: 'ALL_NEW',
    });
    return after;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
