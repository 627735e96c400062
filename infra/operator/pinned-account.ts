// Refuses credentials of another account than that of the stage.
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

interface Pinned {
  readonly stage: string;
  readonly account: string;
  readonly tableName: string;
}

/** The ARN of the table contains the account of the credentials: `arn:aws:dynamodb:eu-central-1:123456789012:table/…`. */
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
