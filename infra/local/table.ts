// Creates the table on a DynamoDB of one's own, from the same declaration that the deployment uses.
import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { indexes, partitionKey, sortKey, timeToLive } from '#lib/table/keys.ts';

const keySchema = (partition: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

/** Creates the table with its indexes, its stream and its time to live; false where it exists already. */
export async function createTable(client: DynamoDBClient, tableName: string): Promise<boolean> {
  const attributes = [partitionKey, sortKey, ...Object.values(indexes).map((index) => index.partitionKey)];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: attributes.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
        KeySchema: keySchema(partitionKey),
        GlobalSecondaryIndexes: Object.entries(indexes).map(([name, index]) => ({
          IndexName: name,
          KeySchema: keySchema(index.partitionKey),
          Projection: { ProjectionType: 'ALL' },
        })),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: timeToLive },
    }),
  );
  return true;
}
