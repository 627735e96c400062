// Runs the tests that depend most on the engine on DynamoDB Local instead of the bundled one: table, lists, streams, idempotency and
// payouts. Requires Java 17. Other paths can be given as arguments. `--third` runs a third of the files, which the commit selects.
import { spawnSync } from 'node:child_process';
import { turn } from './turn.ts';

const java = spawnSync('java', ['-version']);
if (java.error !== undefined) {
  process.stderr.write('DynamoDB Local needs Java 17 or newer, and there is no java on the PATH.\n');
  process.exit(1);
}
const onTheEngine = [
  'test/functional/local-table',
  'test/functional/large-partitions',
  'test/functional/costs-of-lists',
  'test/functional/list-',
  'test/functional/streams',
  'test/functional/idempotency',
  'test/functional/payouts',
];
const given = process.argv.slice(2).filter((argument) => argument !== '--third');
const files = given.length > 0 ? given : onTheEngine;
const share = process.argv.includes('--third') ? [`--shard=${1 + (turn % 3)}/3`] : [];
// Two files at a time: while one waits for its JVM to start, the other one runs.
const options = ['--maxWorkers=2', '--testTimeout=900000', '--hookTimeout=900000'];
/** Each file starts a JVM of its own. Without its optimizing compiler, a start takes half the CPU time. */
const javaOptions = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
const tests = spawnSync('vitest', ['run', ...options, ...share, ...files], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, TEST_ENGINE: 'dynamodb-local', JAVA_TOOL_OPTIONS: javaOptions },
});
process.exit(tests.status ?? 1);
