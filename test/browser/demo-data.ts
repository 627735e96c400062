// Creates the demo brands of a local stage once for all test files, because they take longer than the start of a stage.
import { cpSync, rmSync } from 'node:fs';
import { freePort } from '#infra/local/engine.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';

export default async function setup(): Promise<() => void> {
  const directory = newDataDirectory();
  const stage = await startLocalStage({ PORT: String(await freePort()), DATA_DIR: directory });
  stage.process.kill();
  await stage.exitCode;
  process.env.DEMO_DATA = directory;
  return () => rmSync(directory, { recursive: true });
}

/** Returns a data directory with the demo brands, for a stage of one test file. */
export function newDemoDirectory(): string {
  const directory = newDataDirectory();
  cpSync(String(process.env.DEMO_DATA), directory, { recursive: true });
  return directory;
}
