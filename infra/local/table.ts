import { setTimeout as pause } from 'node:timers/promises';
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { type IndexName, indexes, projectionOf } from '#lib/foundation/table/keys/indexes.ts';
import { partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { timeToLive } from '#lib/foundation/table/keys/keys.ts';
import { hasName } from './failure.ts';

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];

const attribute = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const });

const indexDefinition = (name: IndexName) => ({
  IndexName: name,
  KeySchema: keySchema(name, indexes[name]),
  Projection: { ProjectionType: projectionOf(name) },
});

const indexNames = Object.keys(indexes) as readonly IndexName[];

async function createTable(TableName: string): Promise<boolean> {
  const keysOfIndexes = indexNames.flatMap((name) => [name, indexes[name]]);
  const attributes = [...new Set([partitionKey, sortKey, ...keysOfIndexes])];
  try {
    await dynamoDb.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map(attribute),
      KeySchema: keySchema(partitionKey, sortKey),
      GlobalSecondaryIndexes: indexNames.map(indexDefinition),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  } catch (error) {
    if (hasName(error, 'ResourceInUseException')) return false;
    throw error;
  }
  const TimeToLiveSpecification = { Enabled: true, AttributeName: timeToLive };
  await dynamoDb.send('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
  return true;
}

async function describeTable(TableName: string): Promise<TableDescription> {
  const { Table } = await dynamoDb.send('DescribeTable', { TableName });
  if (Table === undefined) throw new Error(`DescribeTable returned no table for ${TableName}`);
  return Table;
}

const isActive = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): boolean =>
  TableStatus === 'ACTIVE' && GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');

const pollMilliseconds = 100;

async function waitUntilActive(TableName: string): Promise<TableDescription> {
  for (;;) {
    const table = await describeTable(TableName);
    if (isActive(table)) return table;
    await pause(pollMilliseconds);
  }
}

/** Adds the missing indexes one by one, because DynamoDB creates one at a time. DynamoDB backfills each index from the table. */
async function addMissingIndexes(TableName: string): Promise<void> {
  const { GlobalSecondaryIndexes = [] } = await waitUntilActive(TableName);
  const existing = new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  for (const name of indexNames.filter((each) => !existing.has(each))) {
    await dynamoDb.send('UpdateTable', {
      TableName,
      AttributeDefinitions: [name, indexes[name]].map(attribute),
      GlobalSecondaryIndexUpdates: [{ Create: indexDefinition(name) }],
    });
    await waitUntilActive(TableName);
  }
}

export async function deleteTable(TableName: string): Promise<void> {
  await dynamoDb.send('DeleteTable', { TableName });
  try {
    for (;;) {
      await describeTable(TableName);
      await pause(pollMilliseconds);
    }
  } catch (error) {
    if (!hasName(error, 'ResourceNotFoundException')) throw error;
  }
}

export async function prepareTable(TableName: string): Promise<void> {
  if (!(await createTable(TableName))) await addMissingIndexes(TableName);
}
