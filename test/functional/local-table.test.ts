// Tests that the local table is created, and that missing indexes are added without data loss.
import { randomUUID } from 'node:crypto';
import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { prepareTable } from '#infra/local/table.ts';
import { documentClient, rawClient } from '#lib/foundation/table/client.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';

const newTable = async (): Promise<string> => {
  const name = `table-${randomUUID()}`;
  await prepareTable(rawClient, name);
  return name;
};

const indexesOf = async (TableName: string) => {
  const { Table } = await rawClient.send(new DescribeTableCommand({ TableName }));
  return Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).toSorted();
};

const allIndexes = Object.keys(indexes).toSorted();
const item = { pk: 'brd_1#COMMISSION', sk: 'com_1', byHold: 'brd_1#COMMISSION#HELD', note: 'stays' };

describe('prepareTable', () => {
  test('leaves a complete table unchanged', async () => {
    const TableName = await newTable();
    await documentClient.send(new PutCommand({ TableName, Item: item }));
    await prepareTable(rawClient, TableName);
    expect(await indexesOf(TableName)).toEqual(allIndexes);
    const { pk, sk } = item;
    const { Item } = await documentClient.send(new GetCommand({ TableName, Key: { pk, sk } }));
    expect(Item).toEqual(item);
  });

  test('adds missing indexes to an older table and fills them with existing items', async () => {
    const TableName = await newTable();
    for (const IndexName of ['byHold', 'byStatus']) {
      const Delete = { IndexName };
      await rawClient.send(new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete }] }));
      await expect.poll(() => indexesOf(TableName), { timeout: 30_000 }).not.toContain(IndexName);
    }
    await documentClient.send(new PutCommand({ TableName, Item: item }));
    await prepareTable(rawClient, TableName);
    expect(await indexesOf(TableName)).toEqual(allIndexes);
    const { Items } = await documentClient.send(
      new QueryCommand({
        TableName,
        IndexName: 'byHold',
        KeyConditionExpression: 'byHold = :held',
        ExpressionAttributeValues: { ':held': item.byHold },
      }),
    );
    expect(Items).toEqual([item]);
  });
});
