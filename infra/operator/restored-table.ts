// Restores the table of a stage to a point in time, into a table beside the live one.
import { setTimeout } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  InvalidRestoreTimeException,
  PointInTimeRecoveryUnavailableException,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

interface RestoreOptions {
  readonly client: Pick<DynamoDBClient, 'send'>;
  readonly liveTable: string;
  readonly at: Date;
  readonly report: (line: string) => void;
  readonly wait?: () => Promise<unknown>;
}

const pollSeconds = 20;
const maxHours = 8;
const maxPolls = (maxHours * 3600) / pollSeconds;
const pollsPerReport = 3;

const waitForNextPoll = () => setTimeout(pollSeconds * 1000);

/** The same time has the same name, so that a repeated command continues with the same table. */
export const restoredTableName = (liveTable: string, at: Date): string =>
  `${liveTable}-at-${at.toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')}`;

async function describe({ client }: RestoreOptions, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function refuseTime({ client, liveTable }: RestoreOptions): Promise<never> {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: liveTable }),
  );
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    backups?.PointInTimeRecoveryDescription ?? {};
  throw new OperatorError(
    'invalid',
    `--at must be from ${earliest?.toISOString()} to ${latest?.toISOString()}, the times that ${liveTable} can be restored to`,
  );
}

/** The restored table has no indexes, because a restore of a brand reads none. */
async function startRestore(options: RestoreOptions, name: string): Promise<void> {
  const { client, liveTable, at } = options;
  const request = {
    SourceTableName: liveTable,
    TargetTableName: name,
    RestoreDateTime: at,
    GlobalSecondaryIndexOverride: [],
  };
  try {
    await client.send(new RestoreTableToPointInTimeCommand(request));
  } catch (error) {
    if (error instanceof InvalidRestoreTimeException) await refuseTime(options);
    if (error instanceof PointInTimeRecoveryUnavailableException)
      throw new OperatorError(
        'conflict',
        `${liveTable} has no point-in-time recovery: restore a backup, and pass --from-table`,
      );
    throw error;
  }
}

const isReady = ({ TableStatus, RestoreSummary }: TableDescription): boolean =>
  TableStatus === 'ACTIVE' && RestoreSummary?.RestoreInProgress !== true;

/** Returns the name of the restored table. A repeated call waits for the same table. */
export async function restoreTable(options: RestoreOptions): Promise<string> {
  const { liveTable, at, report, wait = waitForNextPoll } = options;
  const name = restoredTableName(liveTable, at);
  if ((await describe(options, name)) === undefined) await startRestore(options, name);
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const found = await describe(options, name);
    if (found !== undefined && isReady(found)) return name;
    if (poll % pollsPerReport === 0)
      report(
        `DynamoDB restores ${name}: ${found?.TableStatus ?? 'not visible yet'}. This takes minutes, or hours for a large table`,
      );
    await wait();
  }
  throw new OperatorError(
    'unavailable',
    `${name} is not ready after ${maxHours} hours: look at its status in the console, then repeat the command, which waits for the same table`,
  );
}
