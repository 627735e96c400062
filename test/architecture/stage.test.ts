// The stage that a deployment names: what is refused, and what the refusal says.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parseStage, StageError, type StageSettings, stageOf, tableNameOf } from '#infra/stage.ts';
import { exampleDomain } from '#test/support/stages.ts';

describe('the stage', () => {
  const run = (context: object) =>
    spawnSync(process.execPath, ['infra/app.ts'], {
      env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) },
      encoding: 'utf8',
    });

  test('missing or mistyped: one line that says what to do', () => {
    const missing = run({});
    expect([missing.status, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toMatch(/^The stage is missing\. .*npx cdk deploy -c stage=dev.*\n$/);
    expect(run({ stage: 'Prod' }).stderr).toMatch(/^"Prod" is not a valid stage name: .*-c stage=dev\n$/);
  });

  test.each([
    '',
    'p',
    '-prod',
    'prod-',
    'a--b',
    'prod ',
    'pröd',
    'a'.repeat(21),
    5,
    null,
    ['dev'],
    'local',
    'test',
  ])('%j is refused', (name) => {
    expect(() => parseStage(name)).toThrow(StageError);
  });

  test.each(['dev', 'staging', 'prod', 'constructor', 'pr-128', 'a'.repeat(20)])('%s is a stage', (name) => {
    expect(parseStage(name)).toMatchObject({ name, keepsData: name !== 'dev' });
  });

  test('of a name that the terms do not know has the table, the address and the people of no other', () => {
    const { name, ...terms } = parseStage('pr-128');
    expect(Object.keys(terms).toSorted()).toEqual([
      'clickRetentionDays',
      'keepsData',
      'logRetentionDays',
      'tellsRecovery',
      'throttles',
    ]);
    expect(tableNameOf({ name, ...terms })).toBe('creator-affiliate-pr-128');
  });

  test('has the table that it began with, or the one that was restored in its place', () => {
    const prod = parseStage('prod');
    expect(tableNameOf(prod)).toBe('creator-affiliate-prod');
    expect(tableNameOf(stageOf('prod', { ...prod, tableName: 'restored' }))).toBe('restored');
    expect(() => stageOf('prod', { ...prod, tableName: 'no table' })).toThrow(
      'infra/stage.ts, prod.tableName: A table name has 3 to 255 letters',
    );
  });

  test.each<[string, Partial<StageSettings>, RegExp]>([
    [
      'a host name',
      { domain: { ...exampleDomain, name: 'https://api.example.com' } },
      /domain\.name: .*not a host name/,
    ],
    [
      'a certificate',
      { domain: { ...exampleDomain, certificateArn: 'arn:aws:iam::1:x' } },
      /not a certificate ARN/,
    ],
    [
      'a hosted zone',
      { domain: { ...exampleDomain, hostedZone: { id: '/hostedzone/Z1', name: 'example.com' } } },
      /domain\.hostedZone\.id: .*begins with Z/,
    ],
    [
      'a zone that the host name is in',
      { domain: { ...exampleDomain, hostedZone: { id: 'Z1', name: 'ample.com' } } },
      /domain\.hostedZone\.name: The host name must be/,
    ],
    ['an e-mail address', { alarmEmails: ['night'] }, /alarmEmails\.0: Invalid email/],
    ['a time that clicks can be kept', { clickRetentionDays: 1 }, /clickRetentionDays: Too small/],
    ['a header as functions receive it', { countryHeader: 'CloudFront-Viewer-Country' }, /in lower case/],
  ])(
    'that names for its address, its alarms or its clicks what is not %s is refused, and told where',
    (_, terms, message) => {
      const written = () => stageOf('prod', { ...parseStage('prod'), ...terms });
      expect(written).toThrow(StageError);
      expect(written).toThrow(message);
      expect(written).toThrow(/^infra\/stage\.ts, prod\./);
    },
  );
});
