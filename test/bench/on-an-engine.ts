// What benches of bundles have around them: an engine, a folder for what they make, and a service that tells nobody of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import startEngine from '#test/support/global-setup.ts';

/** Runs a bench in a folder of its own. Modules of the service read the environment when they are loaded: in `run`. */
export async function onAnEngine(run: (directory: string) => Promise<void>): Promise<void> {
  Object.assign(process.env, { LOG_LEVEL: 'SILENT', METRICS: 'off' });
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
