// `npm run examples`: records the examples of the OpenAPI document. It is a test run, because it needs the engine and the handlers.
import { spawnSync } from 'node:child_process';

const tests = [
  ['test/functional/examples.test.ts', '-t', 'has the fields and formats of a new recording'],
  ['test/functional/events/effects.test.ts'],
];

for (const test of tests) {
  const args = ['run', '--config', 'test/support/nightly.vitest.config.ts', ...test];
  const { status } = spawnSync('vitest', args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, RECORD_EXAMPLES: 'yes' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
