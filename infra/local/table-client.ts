// Creates, describes and deletes the local table with the SDK.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { environment } from '#lib/foundation/shared/environment.ts';

const { DYNAMODB_ENDPOINT: endpoint = '' } = environment;

export const tableClient = new DynamoDBClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 5000, requestTimeout: 20_000 },
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
