// Tests that the local table is created, and that missing indexes are added without data loss.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { prepareTable } from '#infra/local/table.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';

const newTable = async (): Promise<string> => {
  const name = `table-${randomUUID()}`;
  await prepareTable(name);
  return name;
};

const indexesOf = async (TableName: string) => {
  const { Table } = await dynamoDb.send('DescribeTable', { TableName });
  return Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).toSorted();
};

const allIndexes = Object.keys(indexes).toSorted();
const item = { pk: 'brd_1#COMMISSION', sk: 'com_1', byHold: 'brd_1#COMMISSION#HELD', note: 'stays' };

describe('prepareTable', () => {
  test('leaves a complete table unchanged', async () => {
    const TableName = await newTable();
    await dynamoDb.send('PutItem', { TableName, Item: item });
    await prepareTable(TableName);
    expect(await indexesOf(TableName)).toEqual(allIndexes);
    const { pk, sk } = item;
    const { Item } = await dynamoDb.send('GetItem', { TableName, Key: { pk, sk } });
    expect(Item).toEqual(item);
  });

  test('adds missing indexes to an older table and fills them with existing items', async () => {
    const TableName = await newTable();
    for (const IndexName of ['byHold', 'byStatus']) {
      const Delete = { IndexName };
      await dynamoDb.send('UpdateTable', { TableName, GlobalSecondaryIndexUpdates: [{ Delete }] });
      await expect.poll(() => indexesOf(TableName), { timeout: 30_000 }).not.toContain(IndexName);
    }
    await dynamoDb.send('PutItem', { TableName, Item: item });
    await prepareTable(TableName);
    expect(await indexesOf(TableName)).toEqual(allIndexes);
    const { Items } = await dynamoDb.send('Query', {
      TableName,
      IndexName: 'byHold',
      KeyConditionExpression: 'byHold = :held',
      ExpressionAttributeValues: { ':held': item.byHold },
    });
    expect(Items).toEqual([item]);
  });
});
