// `npm run examples`: records the examples of the OpenAPI document. It is a test run, because it needs the engine and the handlers.
import { spawnSync } from 'node:child_process';

const test = ['test/functional/examples.test.ts', '-t', 'has the fields and formats of a new recording'];
const { status } = spawnSync('vitest', ['run', '--config', 'test/support/ci.vitest.config.ts', ...test], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, RECORD_EXAMPLES: 'yes' },
});
process.exit(status ?? 1);
