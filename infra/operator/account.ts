// Uses the profiles, sign-ins and region of a person's machine, as the SDK finds them.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { useCredentials } from '#lib/foundation/aws/credentials.ts';

/** Returns the SDK's client for the operations that only an operator needs. Throws the SDK's error if there is no region. */
export async function connectAccount(): Promise<DynamoDBClient> {
  const client = new DynamoDBClient();
  process.env.AWS_REGION = await client.config.region();
  useCredentials(() => client.config.credentials());
  return client;
}
