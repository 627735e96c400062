// The stage that a deployment names: what is refused, and what the refusal says.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parseStage, StageError } from '#infra/stage.ts';

describe('the stage', () => {
  const run = (context: object) =>
    spawnSync(process.execPath, ['infra/app.ts'], {
      env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) },
      encoding: 'utf8',
    });

  test('missing or mistyped: one line that says what to do', () => {
    const missing = run({});
    expect([missing.status, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toMatch(/^Which stage\? .*npx cdk deploy -c stage=dev.*\n$/);
    expect(run({ stage: 'Prod' }).stderr).toMatch(/^"Prod" is no name for a stage: .*-c stage=dev\n$/);
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
});
