// What no function of the service may be like, in ways that can be asked for: to see that it would be found out.
import { putItem, updateItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';

const keyOf = (id: string) => keys.item('brd_half', 'affiliate', id);

const ways = {
  /** One thing in two writes. */
  half: async () => {
    await putItem({ Item: { ...keyOf('one'), name: 'Ada' } });
    await putItem({ Item: { ...keyOf('two'), name: 'Ada' } });
  },
  /** A count that says nothing of what it counts. */
  doubled: async () => {
    await updateItem({
      Key: keyOf('count'),
      UpdateExpression: 'ADD #n :one',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':one': 1 },
    });
  },
  /** A claim that is never let go of where its owner dies. */
  stuck: async () => {
    await putItem({
      Item: keyOf('claim'),
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    });
    await putItem({ Item: { ...keyOf('claim'), name: 'done' } });
  },
} as const;

export type Way = keyof typeof ways;

export async function handler({ way }: { readonly way: Way }): Promise<string> {
  return ways[way]().then(
    () => 'done',
    (error: unknown) => `refused: ${String(error)}`,
  );
}
