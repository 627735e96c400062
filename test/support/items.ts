// Reads and writes items directly, without the service.
import { DatabaseSync } from 'node:sqlite';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';

type StoredItem = Record<string, AttributeValue>;

/** The file of the engine contains binary values as base64. */
const withBytes = (stored: StoredItem): StoredItem =>
  JSON.parse(JSON.stringify(stored), (name, value) =>
    name === 'B' && typeof value === 'string' ? Uint8Array.from(Buffer.from(value, 'base64')) : value,
  );

const hasBytesAsText = (text: string): boolean => text.includes('"B":"');

const known = new Map<string, { readonly text: string; readonly item: Item }>();

/** Many tests read the whole table several times, so only new and changed items are converted. */
function convertedOnce(text: string): Item {
  const stored: StoredItem = JSON.parse(text);
  const key = JSON.stringify([stored.pk, stored.sk]);
  const earlier = known.get(key);
  if (earlier?.text === text) return earlier.item;
  const item = unmarshall(hasBytesAsText(text) ? withBytes(stored) : stored);
  known.set(key, { text, item });
  return item;
}

async function scannedItems(): Promise<Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await dynamoDb.send('Scan', {
      TableName: environment.TABLE_NAME,
      ExclusiveStartKey: start,
      ConsistentRead: true,
    });
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** Reads the file of the engine, which takes a tenth of the CPU time of a scan. */
function itemsInFile(engineFile: string): readonly Item[] {
  const database = new DatabaseSync(engineFile, { readOnly: true, timeout: 10_000 });
  const rows = database.prepare(`SELECT item_json FROM "${environment.TABLE_NAME}"`).all();
  database.close();
  return rows.map(({ item_json }) => convertedOnce(String(item_json)));
}

/** All items of this test file's table, sorted by key. Only the engine of the tests has a file: DynamoDB Local is scanned. */
export async function allItems(): Promise<readonly Item[]> {
  const { ENGINE_FILE } = process.env;
  const items = ENGINE_FILE === undefined ? await scannedItems() : [...itemsInFile(ENGINE_FILE)];
  const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
  return items.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

export const itemsOfType = async (type: string): Promise<readonly Item[]> =>
  (await allItems()).filter((item) => item.type === type);

/** Writes an item as it is, without the checks of the service. */
export async function replaceItem(item: Item): Promise<void> {
  await dynamoDb.send('PutItem', { TableName: environment.TABLE_NAME, Item: item });
}
