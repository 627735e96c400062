// Creates a table with the items that the table of this test file has now, as point-in-time recovery does.
import { prepareTable } from '#infra/local/table.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { allItems } from '#test/support/items.ts';

let count = 0;

export async function copyOfTable(): Promise<string> {
  count += 1;
  const name = `${process.env.TABLE_NAME}-restored-${count}`;
  await prepareTable(name);
  for (const item of await allItems()) await dynamoDb.send('PutItem', { TableName: name, Item: item });
  return name;
}
