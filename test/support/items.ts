// What the table holds, read past everything the service does.
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { environment } from '#lib/shared/environment.ts';
import { documentClient } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';

/** Every item of this test file's table, in the order of their keys. */
export async function allItems(): Promise<readonly Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await documentClient.send(
      new ScanCommand({ TableName: environment.TABLE_NAME, ExclusiveStartKey: start, ConsistentRead: true }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
  return items.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

export const itemsOfType = async (type: string): Promise<readonly Item[]> =>
  (await allItems()).filter((item) => item.type === type);

/** Puts an item as an earlier version of the service may have stored it. */
export async function replaceItem(item: Item): Promise<void> {
  await documentClient.send(new PutCommand({ TableName: environment.TABLE_NAME, Item: item }));
}
