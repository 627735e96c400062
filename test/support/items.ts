// Reads and writes items directly, without the service.
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { environment } from '#lib/shared/environment.ts';
import { documentClient } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';

/** All items of this test file's table, sorted by key. */
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

/** Writes an item in the format of an earlier version. */
export async function replaceItem(item: Item): Promise<void> {
  await documentClient.send(new PutCommand({ TableName: environment.TABLE_NAME, Item: item }));
}
