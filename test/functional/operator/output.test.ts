// Tests the output of operator commands in a pipe.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commonEnvironment } from '#test/support/programs.ts';

test('an operator command ends without an error when the reader of its output has ended', async () => {
  const pipe = `"${process.execPath}" infra/operator.ts brand --help | true; echo "exit codes: \${PIPESTATUS[*]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', pipe], {
    env: commonEnvironment(),
  });
  expect([stdout, stderr]).toEqual(['exit codes: 0 0\n', '']);
});
