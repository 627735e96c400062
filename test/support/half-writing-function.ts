// Defines deliberately wrong ways of writing, to prove that the kill tests detect them.
import { putItem, updateItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

const keyOf = (id: string) => keys.item('brd_half', 'affiliate', id);

const ways = {
  /** Two writes that should be one transaction. */
  half: async () => {
    await putItem({ Item: { ...keyOf('one'), name: 'Ada' } });
    await putItem({ Item: { ...keyOf('two'), name: 'Ada' } });
  },
  /** A counter update that is not idempotent. */
  doubled: async () => {
    await updateItem({
      Key: keyOf('count'),
      UpdateExpression: 'ADD #n :one',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':one': 1 },
    });
  },
  /** A claim that is never released if its owner dies. */
  stuck: async () => {
    await putItem({
      Item: keyOf('claim'),
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    });
    await putItem({ Item: { ...keyOf('claim'), name: 'done' } });
  },
} as const;

export type Defect = keyof typeof ways;

export async function handler({ way }: { readonly way: Defect }): Promise<string> {
  return ways[way]().then(
    () => 'done',
    (error: unknown) => `refused: ${String(error)}`,
  );
}
