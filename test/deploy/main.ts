// `npm run test:deploy`: a stage is deployed, used, changed under way and taken away, on an AWS on this machine.
// docs/decisions/0025: what that proves, and what it does not.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#infra/local/engine.ts';
import { startEmulator } from '#test/deploy/emulator/emulator.ts';
import { whenAskedToEnd } from '#test/deploy/emulator/ending.ts';
import { installEmulator, toolFolder } from '#test/deploy/emulator/install.ts';
import { outputIn } from './deployment.ts';
import { proveKept } from './kept-stage.ts';
import { chapter, prove, step } from './steps.ts';
import { proveThrowaway } from './throwaway-stage.ts';
import { demandSuccess, type Tools, toolsOn } from './tools.ts';

async function startTools() {
  await step(
    'MiniStack is installed',
    async () => installEmulator(),
    (isNew) => (isNew ? '' : 'it was there'),
  );
  const start = async () => startEmulator({ port: await freePort(), logName: 'proof' });
  return step('it starts', start, ({ logFile }) => `its log is ${logFile}`);
}

async function proveAll(tools: Tools, folder: string): Promise<void> {
  await step('cdk bootstrap', async () =>
    demandSuccess(await tools.cdk(['bootstrap', '-c', 'stage=dev', ...outputIn(folder)]), 'cdk bootstrap'),
  );
  await chapter('A stage that is gone when its stack is: dev', () => proveThrowaway(tools, folder));
  await chapter('A stage that keeps its data: staging', () => proveKept(tools, folder));
}

async function onEmulator(): Promise<void> {
  const emulator = await startTools();
  // In the repository: a changed version finds the packages from there.
  const folder = mkdtempSync(join(toolFolder, 'proof-'));
  const end = async (): Promise<void> => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  whenAskedToEnd(end, 1);
  try {
    await proveAll(toolsOn(emulator), folder);
  } finally {
    await end();
  }
}

await prove(() => chapter('An AWS on this machine', onEmulator));
