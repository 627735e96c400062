// Uses the profiles, sign-ins and region of a person's machine, as the SDK finds them.
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { useCredentials } from '#lib/foundation/aws/credentials.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

/** Returns the SDK's client for the operations that only an operator needs. Throws the SDK's error if there is no region. */
export async function connectAccount(): Promise<DynamoDBClient> {
  const client = new DynamoDBClient();
  process.env.AWS_REGION = await client.config.region();
  useCredentials(() => client.config.credentials());
  return client;
}

interface Pinned {
  readonly stage: string;
  readonly account: string;
  readonly tableName: string;
}

/** Refuses credentials of another account. The ARN of the table contains theirs: `arn:aws:dynamodb:eu-central-1:123456789012:table/…`. */
export async function requireAccountOf(
  client: Pick<DynamoDBClient, 'send'>,
  { stage, account, tableName }: Pinned,
): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const found = Table?.TableArn?.split(':')[4];
  if (found === account) return;
  throw new OperatorError(
    'forbidden',
    `The credentials belong to the account ${found}, but the stage ${stage} is in ${account} (infra/stage.ts): use a profile of ${account}`,
  );
}
