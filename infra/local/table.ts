import { setTimeout as pause } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { type IndexName, indexes, projectionOf } from '#lib/foundation/table/keys/indexes.ts';
import { partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { timeToLive } from '#lib/foundation/table/keys/keys.ts';

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

async function createTable(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const keysOfIndexes = indexNames.flatMap((name) => [name, indexes[name]]);
  const attributes = [...new Set([partitionKey, sortKey, ...keysOfIndexes])];
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: attributes.map(attribute),
        KeySchema: keySchema(partitionKey, sortKey),
        GlobalSecondaryIndexes: indexNames.map(indexDefinition),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
  const TimeToLiveSpecification = { Enabled: true, AttributeName: timeToLive };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  return true;
}

async function describeTable(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table === undefined) throw new Error(`DescribeTable returned no table for ${TableName}`);
  return Table;
}

const isActive = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): boolean =>
  TableStatus === 'ACTIVE' && GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');

const pollMilliseconds = 100;

async function waitUntilActive(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  for (;;) {
    const table = await describeTable(client, TableName);
    if (isActive(table)) return table;
    await pause(pollMilliseconds);
  }
}

/** Adds the missing indexes one by one, because DynamoDB creates one at a time. DynamoDB backfills each index from the table. */
async function addMissingIndexes(client: DynamoDBClient, TableName: string): Promise<void> {
  const { GlobalSecondaryIndexes = [] } = await waitUntilActive(client, TableName);
  const existing = new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  for (const name of indexNames.filter((each) => !existing.has(each))) {
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: [name, indexes[name]].map(attribute),
        GlobalSecondaryIndexUpdates: [{ Create: indexDefinition(name) }],
      }),
    );
    await waitUntilActive(client, TableName);
  }
}

export async function prepareTable(client: DynamoDBClient, TableName: string): Promise<void> {
  if (!(await createTable(client, TableName))) await addMissingIndexes(client, TableName);
}
