// Reads and writes items directly, without the service.
import { DatabaseSync } from 'node:sqlite';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';

/** The engine stores binary values as base64. */
const withBytes = (name: string, value: unknown): unknown =>
  name === 'B' && typeof value === 'string' ? Uint8Array.from(Buffer.from(value, 'base64')) : value;

const convert = (text: string): Item =>
  unmarshall(text.includes('"B":"') ? JSON.parse(text, withBytes) : JSON.parse(text));

let known: ReadonlyMap<string, Item> = new Map();

/** Many tests read the whole table several times, so only new and changed items are converted. */
function convertedOnce(texts: readonly string[]): readonly Item[] {
  known = new Map(texts.map((text) => [text, known.get(text) ?? convert(text)]));
  return [...known.values()];
}

async function scannedItems(): Promise<readonly Item[]> {
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
  const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
  return items.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Reads the file of the engine, which takes a tenth of the CPU time of a scan. */
function textsInFile(engineFile: string): readonly string[] {
  const database = new DatabaseSync(engineFile, { readOnly: true, timeout: 10_000 });
  const rows = database.prepare(`SELECT item_json FROM "${environment.TABLE_NAME}" ORDER BY pk, sk`).all();
  database.close();
  return rows.map(({ item_json }) => String(item_json));
}

/** All items of this test file's table, sorted by key. Only the engine of the tests has a file: DynamoDB Local is scanned. */
export async function allItems(): Promise<readonly Item[]> {
  const { ENGINE_FILE } = process.env;
  return ENGINE_FILE === undefined ? scannedItems() : convertedOnce(textsInFile(ENGINE_FILE));
}

export const itemsOfType = async (type: string): Promise<readonly Item[]> =>
  (await allItems()).filter((item) => item.type === type);

/** Writes an item as it is, without the checks of the service. */
export async function replaceItem(item: Item): Promise<void> {
  await dynamoDb.send('PutItem', { TableName: environment.TABLE_NAME, Item: item });
}
