import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { freePort } from '#infra/local/engine.ts';
import { prepareTable } from '#infra/local/table.ts';
import { requireAccountOf } from '#infra/operator/account.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { dataDirectory, operator } from '#test/support/operator.ts';

const errorOf = async (environment: NodeJS.ProcessEnv, ...options: readonly string[]) => {
  const { exitCode, stdout, stderr } = await operator(['brand', 'list', ...options], environment);
  expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({
    exitCode: 1,
    stdout: '',
    lines: 2,
  });
  return stderr.trim();
};

describe('an operator command on the local stage', () => {
  test('reports that no local stage is running when the stage file is missing or stale', async () => {
    const emptyDirectory = mkdtempSync(join(tmpdir(), 'creator-affiliate-operator-'));
    const advice =
      'start one with npm start, set DATA_DIR to the data directory of another one, or choose a deployed stage with --stage <name>';
    const nothingIn = (directory: string) => `No local stage is running in ${directory}: ${advice}`;
    expect(await errorOf({ DATA_DIR: emptyDirectory })).toBe(nothingIn(emptyDirectory));
    // The message names the complete path, because a relative one depends on the current directory.
    expect(await errorOf({ DATA_DIR: 'no-such-stage' })).toBe(
      nothingIn(join(process.cwd(), 'no-such-stage')),
    );
    expect(await errorOf({ DATA_DIR: dataDirectory({ pid: 2 ** 22 - 1 }) })).toContain(advice);
    expect(JSON.parse(await errorOf({ DATA_DIR: emptyDirectory }, '--json'))).toEqual({
      code: 'unavailable',
      message: expect.stringContaining(advice),
    });
  });

  test('reports that DynamoDB is unavailable when the engine does not answer', async () => {
    const dynamodbEndpoint = `http://127.0.0.1:${await freePort()}`;
    expect(await errorOf({ DATA_DIR: dataDirectory({ dynamodbEndpoint }) })).toMatch(
      /^DynamoDB is unavailable: connect ECONNREFUSED/,
    );
  });

  test('uses the table of the running stage instead of the environment variables', async () => {
    const otherTable = { TABLE_NAME: 'elsewhere', DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await operator(['brand', 'list'], otherTable)).toEqual({
      exitCode: 0,
      stdout: 'No brands yet: add one with brand create\n',
      stderr: '',
    });
  });
});

describe('an operator command on a stage with a pinned account', () => {
  const tableName = `t${randomBytes(6).toString('hex')}`;
  const accountOf = async () => {
    const { Table } = await dynamoDb.send('DescribeTable', { TableName: tableName });
    return String(Table?.TableArn?.split(':')[4]);
  };

  test('a stage with a pinned account accepts only credentials of this account', async () => {
    await prepareTable(tableName);
    const own = { stage: 'prod', account: await accountOf(), tableName };
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({
      endpoint: process.env.DYNAMODB_ENDPOINT,
      region: 'local',
      credentials,
    });
    await expect(requireAccountOf(client, own)).resolves.toBeUndefined();
    await expect(requireAccountOf(client, { ...own, account: '123456789012' })).rejects.toThrow(
      `The credentials belong to the account ${own.account}, but the stage prod is in 123456789012`,
    );
  });
});

describe('an operator command on a deployed stage', () => {
  const aws = {
    AWS_ENDPOINT_URL: process.env.DYNAMODB_ENDPOINT,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
  // The stage that needs no account, because it keeps no data.
  const stage = 'dev';
  const email = `${randomBytes(6).toString('hex')}@acme.test`;

  test('uses the table of the stage with the endpoint and credentials of the AWS SDK', async () => {
    await prepareTable(`creator-affiliate-${stage}`);
    const create = ['brand', 'create', '--name', 'Acme', '--email', email, '--plan', 'growth'];
    const unusable = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1', DATA_DIR: '/nowhere' };
    const created = await operator([...create, '--stage', stage], { ...aws, ...unusable });
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    const [deployed, local] = await Promise.all([
      operator(['--stage', stage, 'brand', 'list'], aws),
      operator(['brand', 'list']),
    ]);
    expect(deployed.stdout).toContain(email);
    expect(local.stdout).not.toContain(email);
  });

  test('refuses a stage that keeps its data and has no account in infra/stage.ts', async () => {
    const error = await errorOf(aws, '--stage', 'prod');
    expect(error).toContain(
      'infra/stage.ts, prod: Set `account` and `region`, because this stage keeps its data',
    );
  });

  test('reports a missing table, region, credentials or endpoint in one line', async () => {
    const without = (...names: readonly string[]) =>
      Object.fromEntries(Object.entries(aws).filter(([name]) => !names.includes(name)));
    const errors = await Promise.all([
      errorOf({ DATA_DIR: dataDirectory({ tableName: 'creator-affiliate-nowhere' }) }),
      errorOf(without('AWS_REGION'), '--stage', stage),
      errorOf(without('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'), '--stage', stage),
      errorOf(aws, '--stage', 'local'),
      errorOf({ ...aws, AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}` }, '--stage', stage),
    ]);
    expect(errors).toEqual([
      'The table creator-affiliate-nowhere does not exist: check that the stage is deployed in this account and region (AWS_REGION)',
      'No AWS region: set AWS_REGION, or AWS_PROFILE to a profile with one',
      'No AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
      '--stage must be the name of a deployed stage, not "local"; omit it to use the local stage',
      expect.stringContaining('DynamoDB is unavailable: '),
    ]);
  });
});
