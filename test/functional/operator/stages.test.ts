import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '#infra/local/engine.ts';
import { prepareTable } from '#infra/local/table.ts';
import { rawClient } from '#lib/table/client.ts';
import { dataDirectory, operator } from '#test/support/operator.ts';

const refusal = async (environment: NodeJS.ProcessEnv, ...options: readonly string[]) => {
  const { exitCode, stdout, stderr } = await operator(['brand', 'list', ...options], environment);
  expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({
    exitCode: 1,
    stdout: '',
    lines: 2,
  });
  return stderr.trim();
};

describe('on one machine', () => {
  test('says that no stage is running: no file, or a stage that has ended', async () => {
    const never = mkdtempSync(join(tmpdir(), 'creator-affiliate-operator-'));
    const advice = 'start one with npm start, or name a deployed stage with --stage NAME';
    expect(await refusal({ DATA_DIR: never })).toMatch(/^No local stage is running \(.+\): /);
    expect(await refusal({ DATA_DIR: dataDirectory({ pid: 2 ** 22 - 1 }) })).toContain(advice);
    expect(JSON.parse(await refusal({ DATA_DIR: never }, '--json'))).toEqual({
      code: 'unavailable',
      message: expect.stringContaining(advice),
    });
  });

  test('says that the engine is away', async () => {
    const dynamodbEndpoint = `http://127.0.0.1:${await freePort()}`;
    expect(await refusal({ DATA_DIR: dataDirectory({ dynamodbEndpoint }) })).toMatch(
      /^The table is busy or away: connect ECONNREFUSED/,
    );
  });

  test('works on the running stage, whatever table the environment names', async () => {
    const elsewhere = { TABLE_NAME: 'elsewhere', DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await operator(['brand', 'list'], elsewhere)).toEqual({
      exitCode: 0,
      stdout: 'No brands yet: brand create makes the first\n',
      stderr: '',
    });
  });
});

describe('on a deployed stage', () => {
  const aws = {
    AWS_ENDPOINT_URL: process.env.DYNAMODB_ENDPOINT,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
  const stage = `t${randomBytes(6).toString('hex')}`;

  test('works on its table, with the endpoint and credentials that the SDK finds', async () => {
    await prepareTable(rawClient, `creator-affiliate-${stage}`);
    const create = ['brand', 'create', '--name', 'Far', '--email', `${stage}@acme.test`, '--plan', 'growth'];
    const local = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1', DATA_DIR: '/nowhere' };
    const created = await operator([...create, '--stage', stage], { ...aws, ...local });
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    const [far, here] = await Promise.all([
      operator(['--stage', stage, 'brand', 'list'], aws),
      operator(['brand', 'list']),
    ]);
    expect(far.stdout).toContain(`${stage}@acme.test`);
    expect(here.stdout).not.toContain(`${stage}@acme.test`);
  });

  test('says in one line what is missing', async () => {
    const without = (...names: readonly string[]) =>
      Object.fromEntries(Object.entries(aws).filter(([name]) => !names.includes(name)));
    const said = await Promise.all([
      refusal(aws, '--stage', 'nowhere'),
      refusal(without('AWS_REGION'), '--stage', stage),
      refusal(without('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'), '--stage', stage),
      refusal(aws, '--stage', 'local'),
      refusal({ ...aws, AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}` }, '--stage', stage),
    ]);
    expect(said).toEqual([
      'There is no table creator-affiliate-nowhere: is the stage deployed, in this account and region (AWS_REGION)?',
      'No AWS region: set AWS_REGION, or AWS_PROFILE to a profile with one',
      'No AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
      '--stage must be the name of a deployed stage, not "local" (left out: the one running here)',
      expect.stringContaining('The table is busy or away: '),
    ]);
  });
});
