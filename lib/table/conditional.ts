// A single put with a condition.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Item, putItem } from './client.ts';
import { type Expression, expressed } from './expression.ts';
import type { Key } from './keys.ts';

/** Puts an item where the condition holds; where it does not, nothing is written, and what stands there is answered. */
export async function putOrFind(item: Key & Item, when: Expression): Promise<Item | undefined> {
  try {
    await putItem({ Item: item, ...expressed(when), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) {
      return unmarshall(error.Item);
    }
    throw error;
  }
}
