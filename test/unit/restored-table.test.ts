import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  InvalidRestoreTimeException,
  PointInTimeRecoveryUnavailableException,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { restoredTableName, restoreTable } from '#infra/operator/restored-table.ts';

const at = new Date('2026-11-21T09:59:00.000Z');
const liveTable = 'creator-affiliate-prod';
const name = 'creator-affiliate-prod-at-20261121T095900';
const metadata = { $metadata: {}, message: '' };
const notFound = new ResourceNotFoundException(metadata);
const creating = {
  Table: { TableStatus: 'CREATING', RestoreSummary: { RestoreInProgress: true, RestoreDateTime: at } },
} as const;
const ready = {
  Table: { TableStatus: 'ACTIVE', RestoreSummary: { RestoreInProgress: false, RestoreDateTime: at } },
} as const;

// No local engine has point-in-time recovery.
const dynamodb = mockClient(DynamoDBClient);
let reports: string[];
let waits: number;

beforeEach(() => {
  dynamodb.reset();
  [reports, waits] = [[], 0];
});

const restore = () =>
  restoreTable({
    client: new DynamoDBClient(),
    liveTable,
    at,
    report: (line) => reports.push(line),
    wait: async () => {
      waits += 1;
    },
  });

const restores = () =>
  dynamodb.commandCalls(RestoreTableToPointInTimeCommand).map(({ args: [{ input }] }) => input);

test('a table is restored without indexes, and the command waits until it is ready', async () => {
  dynamodb
    .on(DescribeTableCommand, { TableName: name })
    .rejectsOnce(notFound)
    .rejectsOnce(notFound)
    .resolvesOnce(creating)
    .resolvesOnce({ Table: { ...creating.Table, TableStatus: 'ACTIVE' } })
    .resolves(ready);
  dynamodb.on(RestoreTableToPointInTimeCommand).resolves({});
  expect(await restore()).toBe(name);
  expect(restores()).toEqual([
    {
      SourceTableName: liveTable,
      TargetTableName: name,
      RestoreDateTime: at,
      GlobalSecondaryIndexOverride: [],
    },
  ]);
  expect(waits).toBe(3);
  expect(reports).toEqual([expect.stringContaining(`DynamoDB restores ${name}`)]);
});

test('a repeated command waits for the table that it began to restore', async () => {
  dynamodb.on(DescribeTableCommand).resolvesOnce(creating).resolvesOnce(creating).resolves(ready);
  expect(await restore()).toBe(name);
  expect([restores(), waits]).toEqual([[], 1]);
});

test('a time that cannot be restored is refused with the times that can', async () => {
  dynamodb.on(DescribeTableCommand).rejects(notFound);
  dynamodb.on(RestoreTableToPointInTimeCommand).rejects(new InvalidRestoreTimeException(metadata));
  dynamodb.on(DescribeContinuousBackupsCommand).resolves({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: {
        EarliestRestorableDateTime: new Date('2026-11-22T00:00:00.000Z'),
        LatestRestorableDateTime: new Date('2026-11-25T06:00:00.000Z'),
      },
    },
  });
  await expect(restore()).rejects.toThrow(
    '--at must be from 2026-11-22T00:00:00.000Z to 2026-11-25T06:00:00.000Z, the times that creator-affiliate-prod can be restored to',
  );
});

test('a table without point-in-time recovery needs --from-table', async () => {
  dynamodb.on(DescribeTableCommand).rejects(notFound);
  dynamodb
    .on(RestoreTableToPointInTimeCommand)
    .rejects(new PointInTimeRecoveryUnavailableException(metadata));
  await expect(restore()).rejects.toThrow(
    'has no point-in-time recovery: restore a backup, and pass --from-table',
  );
});

test('the command ends with a message if the table is not ready after eight hours', async () => {
  dynamodb.on(DescribeTableCommand).resolves(creating);
  await expect(restore()).rejects.toThrow(`${name} is not ready after 8 hours`);
  expect(waits).toBe(1440);
});

test('the name of a restored table contains the live table and the time', () => {
  expect(restoredTableName(liveTable, at)).toBe(name);
});
