// Tests that the cases of endpoints can run against a deployed stage.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the cases of all endpoints load without a table, because the deployment proof sends them over HTTP', () => {
  const cases = join(import.meta.dirname, '../support/cases.ts');
  const { TABLE_NAME: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [cases], { env, encoding: 'utf8' });
  expect(status, `Use the actions of the world (\`by\`) in cases.ts.\n${stderr}`).toBe(0);
});
