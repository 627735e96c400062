// Runs a benchmark with a database engine, a temporary folder, and without logs and metrics unless `variables` turn them on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import startEngine from '#test/support/global-setup.ts';

/** Import modules of the service inside `run`, because they read the environment when they load. */
export async function onAnEngine(
  run: (directory: string) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  Object.assign(process.env, { LOG_LEVEL: 'SILENT', METRICS: 'off', REQUEST_LIMITS: 'off', ...variables });
  const directory = mkdtempSync(join(tmpdir(), 'creator-affiliate-bench-'));
  const stopEngine = await startEngine();
  try {
    await import('#test/support/setup.ts');
    await run(directory);
  } finally {
    await stopEngine();
    rmSync(directory, { recursive: true, force: true });
  }
}
