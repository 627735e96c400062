// Creates a table with the items that the table of this test file has now, as point-in-time recovery does.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { prepareTable } from '#infra/local/table.ts';
import { documentClient, rawClient } from '#lib/foundation/table/client.ts';
import { allItems } from '#test/support/items.ts';

let count = 0;

export async function copyOfTable(): Promise<string> {
  count += 1;
  const name = `${process.env.TABLE_NAME}-restored-${count}`;
  await prepareTable(rawClient, name);
  for (const item of await allItems())
    await documentClient.send(new PutCommand({ TableName: name, Item: item }));
  return name;
}
