// Tests that the benchmarks load in Node, because Vitest tolerates an import cycle with a top-level await, and Node waits
// forever.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const bench = join(import.meta.dirname, '../bench');
const limitMilliseconds = 60_000;

test.each(['cold/subjects.ts', 'link/setting.ts'])(
  'test/bench/%s loads in Node without the test runner',
  (file) => {
    const script = `await import(${JSON.stringify(join(bench, file))}); process.exit(0);`;
    const options = { encoding: 'utf8', timeout: limitMilliseconds } as const;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
    expect([status, stderr]).toEqual([0, '']);
  },
);
