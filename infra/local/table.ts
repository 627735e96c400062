// The table on a DynamoDB of one's own, from the same declaration that the deployment uses.
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
import { type IndexName, indexes, timeToLive } from '#lib/table/keys/keys.ts';
import { partitionKey, sortKey } from '#lib/table/keys/item.ts';

const keySchema = (partition: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

const attribute = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const });

const declarationOf = (name: IndexName) => ({
  IndexName: name,
  KeySchema: keySchema(indexes[name].partitionKey),
  Projection: { ProjectionType: 'ALL' as const },
});

const indexNames = Object.keys(indexes) as readonly IndexName[];

/** Creates the table with its indexes, its stream and its time to live; false where it exists already. */
async function createTable(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const attributes = [partitionKey, sortKey, ...indexNames.map((name) => indexes[name].partitionKey)];
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: attributes.map(attribute),
        KeySchema: keySchema(partitionKey),
        GlobalSecondaryIndexes: indexNames.map(declarationOf),
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

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table === undefined) throw new Error(`No description of the table ${TableName}`);
  return Table;
}

const isMade = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): boolean =>
  TableStatus === 'ACTIVE' && GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');

const millisecondsBetweenLooks = 100;

async function untilMade(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  for (;;) {
    const table = await describe(client, TableName);
    if (isMade(table)) return table;
    await pause(millisecondsBetweenLooks);
  }
}

/** DynamoDB makes one index at a time, from what stands in the table. */
async function addMissingIndexes(client: DynamoDBClient, TableName: string): Promise<void> {
  const { GlobalSecondaryIndexes = [] } = await untilMade(client, TableName);
  const there = new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  for (const name of indexNames.filter((each) => !there.has(each))) {
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: [indexes[name].partitionKey, sortKey].map(attribute),
        GlobalSecondaryIndexUpdates: [{ Create: declarationOf(name) }],
      }),
    );
    await untilMade(client, TableName);
  }
}

/** Creates the table where there is none; one that an earlier version created gets the indexes that it lacks. */
export async function prepareTable(client: DynamoDBClient, TableName: string): Promise<void> {
  if (!(await createTable(client, TableName))) await addMissingIndexes(client, TableName);
}
