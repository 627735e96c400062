// Tests the validation of the stage that a deployment names.
import { spawnSync } from 'node:child_process';
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { DataStack } from '#infra/stacks/data-stack.ts';
import {
  parseStage,
  requireAccount,
  requireOwnAccount,
  StageError,
  type StageSettings,
  stageOf,
  tableNameOf,
} from '#infra/stage.ts';
import { wrongLocationOf } from '#infra/tools/smoke.ts';
import { exampleAccount, exampleDomain, exampleEdge, exampleLinks } from '#test/support/stages.ts';

describe('a stage', () => {
  const run = (context: object) =>
    spawnSync(process.execPath, ['infra/app.ts'], {
      env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) },
      encoding: 'utf8',
    });

  test('a deployment reports a missing or misspelled stage name in one line that says what to do', () => {
    expect(() => parseStage(undefined)).toThrow(/^The stage is missing\. .*npm run deploy -- -c stage=dev/);
    const misspelled = run({ stage: 'Prod' });
    expect([misspelled.status, misspelled.stdout]).toEqual([1, '']);
    expect(misspelled.stderr).toMatch(/^"Prod" is not a valid stage name: .*-c stage=dev\n$/);
  });

  test.each([
    '',
    'p',
    '-prod',
    'prod-',
    'a--b',
    'prod ',
    'pröd',
    'a'.repeat(14),
    5,
    null,
    ['dev'],
    'local',
    'test',
  ])('cannot have the name %j', (name) => {
    expect(() => parseStage(name)).toThrow(StageError);
  });

  test.each(['dev', 'staging', 'prod', 'constructor', 'pr-128', 'ab', 'a'.repeat(13)])(
    'a stage can have the name %s',
    (name) => {
      expect(parseStage(name)).toMatchObject({ name, keepsData: name !== 'dev' });
    },
  );

  test('a stage has its own table, no domain and no alarm addresses when it has no settings', () => {
    const { name, ...terms } = parseStage('pr-128');
    expect(Object.keys(terms).toSorted()).toEqual([
      'clickRetentionDays',
      'detailedMetrics',
      'hasCanaries',
      'isWatchedFromOutside',
      'keepsData',
      'logRetentionDays',
      'notifiesRecovery',
      'reservedConcurrency',
      'throttles',
    ]);
    expect(tableNameOf({ name, ...terms })).toBe('creator-affiliate-pr-128');
  });

  test('uses its own table, or the restored table that its settings name', () => {
    const prod = parseStage('prod');
    expect(tableNameOf(prod)).toBe('creator-affiliate-prod');
    expect(tableNameOf(stageOf('prod', { ...prod, tableName: 'restored' }))).toBe('restored');
    expect(() => stageOf('prod', { ...prod, tableName: 'no table' })).toThrow(
      'infra/stage.ts, prod.tableName: A table name has 3 to 255 letters',
    );
  });

  test('a stage that keeps its data must pin its account and its region before it is deployed', () => {
    const prod = parseStage('prod');
    expect(() => requireAccount(prod)).toThrow('infra/stage.ts, prod: Set `account` and `region`');
    expect(() => requireAccount(stageOf('prod', { ...prod, ...exampleAccount }))).not.toThrow();
    expect(() => requireAccount(parseStage('dev'))).not.toThrow();
  });

  test.each([
    ['foo', 'foo: {'],
    ['pr-128', "'pr-128': {"],
  ])('the deployment of the stage %s, which has no entry, shows the entry to add', (name, begin) => {
    const refused = run({ stage: name });
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toBe(
      `infra/stage.ts has no stage ${name}. Add it to \`settingsByName\`, with an AWS account of its own: ` +
        `${begin} ...defaultSettings, account: '123456789012', region: 'eu-central-1' },\n`,
    );
  });

  const withEdgeLimit = (limit: number): Partial<StageSettings> => ({
    ...exampleAccount,
    edge: { ...exampleEdge, limits: { ...exampleEdge.limits, logins: limit } },
  });

  test.each<[string, (value: number) => Partial<StageSettings>, readonly number[], readonly number[]]>([
    ['clickRetentionDays', (days) => ({ clickRetentionDays: days }), [2, 3650], [1, 3651, 2.5]],
    [
      'monthlyBudget',
      (amount) => ({ monthlyBudget: amount, alarmEmails: ['night@example.com'] }),
      [0.01],
      [0],
    ],
    ['edge.limits.logins', withEdgeLimit, [10, 2_000_000_000], [9, 2_000_000_001]],
    ['tableName', (length) => ({ tableName: 't'.repeat(length) }), [3, 255], [2, 256]],
  ])('the setting %s has a smallest and a largest value', (name, settings, accepted, refused) => {
    const configure = (value: number) => () => stageOf('prod', { ...parseStage('prod'), ...settings(value) });
    for (const value of accepted) expect(configure(value), String(value)).not.toThrow();
    for (const value of refused) expect(configure(value), String(value)).toThrow(`prod.${name}: `);
  });

  test('CDK deploys a stage with a pinned account only to this account and region', () => {
    const stage = stageOf('prod', { ...parseStage('prod'), ...exampleAccount });
    const { account, region } = new DataStack(new App(), stage);
    expect([account, region]).toEqual(['123456789012', 'eu-central-1']);
  });

  test('the smoke test refuses a stack in another account or region than the stage names', () => {
    const outputs = { Account: '123456789012', Region: 'eu-central-1' };
    expect(wrongLocationOf(exampleAccount, outputs)).toBeUndefined();
    expect(wrongLocationOf({}, outputs)).toBeUndefined();
    expect(wrongLocationOf(exampleAccount, { ...outputs, Account: '999999999999' })).toBe(
      'it is deployed in 999999999999 (eu-central-1), but infra/stage.ts names 123456789012 (eu-central-1)',
    );
    expect(wrongLocationOf(exampleAccount, {})).toContain('but infra/stage.ts names 123456789012');
  });

  test('a stage may not be deployed to the account of another stage, also if it names no account itself', () => {
    const { account } = exampleAccount;
    const prod = ['prod', { ...parseStage('prod'), ...exampleAccount }] as const;
    for (const name of ['staging', 'dev'])
      expect(() => requireOwnAccount(name, account, [prod])).toThrow(
        `infra/stage.ts, ${name}: The account ${account} belongs to prod: use an account of its own for each stage`,
      );
    expect(() => requireOwnAccount('prod', account, [prod])).not.toThrow();
    expect(() => requireOwnAccount('staging', '999999999999', [prod])).not.toThrow();
    expect(() => requireOwnAccount('dev', undefined, [prod])).not.toThrow();
  });

  const linksOf = (count: number, brand = 'acme') => ({
    ...exampleLinks,
    prefixes: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`go${index}.${brand}.com`, brand]),
    ),
  });

  test.each<[string, Partial<StageSettings>, RegExp]>([
    [
      'an invalid host name',
      { domain: { ...exampleDomain, name: 'https://api.example.com' } },
      /domain\.name: .*not a host name/,
    ],
    [
      'an invalid certificate',
      { domain: { ...exampleDomain, certificateArn: 'arn:aws:iam::1:x' } },
      /not a certificate ARN/,
    ],
    [
      'an invalid hosted zone',
      { domain: { ...exampleDomain, hostedZone: { id: '/hostedzone/Z1', name: 'example.com' } } },
      /domain\.hostedZone\.id: .*begins with Z/,
    ],
    [
      'a hosted zone that does not contain the host name',
      { domain: { ...exampleDomain, hostedZone: { id: 'Z1', name: 'ample.com' } } },
      /domain\.hostedZone\.name: The host name must be/,
    ],
    ['an invalid e-mail address', { alarmEmails: ['night'] }, /alarmEmails\.0: Invalid email/],
    ['a budget without recipients', { monthlyBudget: 500 }, /monthlyBudget: Set `alarmEmails`/],
    ['a click retention that is too short', { clickRetentionDays: 1 }, /clickRetentionDays: Too small/],
    [
      'an account without a region',
      { account: '123456789012' },
      /account: Set `account` and `region` together/,
    ],
    ['an invalid account', { account: 'prod', region: 'eu-central-1' }, /account: An account has 12 digits/],
    [
      'an invalid region',
      { account: '123456789012', region: 'Frankfurt' },
      /region: Use the name of a region/,
    ],
    ['an edge without a region', { edge: exampleEdge }, /edge: Set `account` and `region`/],
    [
      'an edge without a certificate for the domain',
      { edge: exampleEdge, ...exampleAccount, domain: exampleDomain },
      /edge\.certificateArn: CloudFront needs a certificate for api\.example\.com in us-east-1/,
    ],
    [
      'an edge with a certificate in another region',
      { edge: { ...exampleEdge, certificateArn: exampleDomain.certificateArn }, ...exampleAccount },
      /edge\.certificateArn: .* is not a certificate in us-east-1/,
    ],
    [
      'an edge without a secret version',
      { edge: { ...exampleEdge, secretVersion: 0 }, ...exampleAccount },
      /edge\.secretVersion: Too small/,
    ],
    [
      'more domains of links than the web ACL has room for',
      { edge: { ...exampleEdge, links: linksOf(51) }, ...exampleAccount },
      /edge\.links\.prefixes: Name 1 to 50 domains/,
    ],
    [
      'longer domains of links than the variables of a function have room for',
      { edge: { ...exampleEdge, links: linksOf(50, 'abrandwithalongname') }, ...exampleAccount },
      /edge\.links\.prefixes: The domains and prefixes must have at most 2048 bytes/,
    ],
  ])('rejects %s and names the setting', (_, terms, message) => {
    const configure = () => stageOf('prod', { ...parseStage('prod'), ...terms });
    expect(configure).toThrow(StageError);
    expect(configure).toThrow(message);
    expect(configure).toThrow(/^infra\/stage\.ts, prod\./);
  });
});
