// Runs the suite on DynamoDB Local instead of the engine that comes with the project. Needs Java 17.
import { spawnSync } from 'node:child_process';

const java = spawnSync('java', ['-version']);
if (java.error !== undefined) {
  process.stderr.write('DynamoDB Local needs Java 17 or newer, and there is no java on the PATH.\n');
  process.exit(1);
}
// One file at a time: it needs a core for itself. On a busy machine it still takes long, now and then: the clients are told
// so, and what fails for that passes when it is tried again; what is wrong fails three times.
const patience = ['--retry=2', '--testTimeout=900000', '--hookTimeout=900000'];
// Unless told otherwise, all tests that ask an engine: of the service, and of what proves it (test/proof).
const files =
  process.argv.length > 2 ? process.argv.slice(2) : ['test/functional', 'test/faults', 'test/proof'];
const tests = spawnSync('vitest', ['run', '--maxWorkers=1', ...patience, ...files], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, TEST_ENGINE: 'dynamodb-local' },
});
process.exit(tests.status ?? 1);
