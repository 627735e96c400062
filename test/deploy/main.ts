// `npm run test:deploy`: deploys, uses, changes and destroys stages on a local AWS emulator.
// docs/decisions/0025 describes the limits of this proof.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#infra/local/engine.ts';
import { startEmulator } from '#test/deploy/emulator/emulator.ts';
import { onShutdown } from '#test/deploy/emulator/ending.ts';
import { installEmulator, toolFolder } from '#test/deploy/emulator/install.ts';
import { synthesize } from './deployment.ts';
import { proveEdge } from './edge-stage.ts';
import { proveRetention } from './kept-stage.ts';
import { chapter, prove, step } from './steps.ts';
import { proveThrowaway } from './throwaway-stage.ts';
import { expectSuccess, type Tools, toolsOn } from './tools.ts';

async function startTools() {
  await step(
    'installs MiniStack',
    async () => installEmulator(),
    (isNew) => (isNew ? '' : 'already installed'),
  );
  const start = async () => startEmulator({ port: await freePort(), logName: 'proof' });
  return step('starts MiniStack', start, ({ logFile }) => `log: ${logFile}`);
}

async function proveAll(tools: Tools, folder: string): Promise<void> {
  const dev = await step('cdk synth', () => synthesize(tools, 'dev', folder));
  await step('cdk bootstrap', async () =>
    expectSuccess(await tools.cdk(['bootstrap', '--app', dev.assembly]), 'cdk bootstrap'),
  );
  await chapter('A stage that is deleted with its stack: dev', () => proveThrowaway(tools, dev, folder));
  await chapter('A stage behind CloudFront', () => proveEdge(tools, folder));
  await chapter('A stage that keeps its data: staging', () => proveRetention(tools, folder));
}

async function onEmulator(): Promise<void> {
  const emulator = await startTools();
  // Create the folder inside the repository, so that the changed version finds node_modules.
  const folder = mkdtempSync(join(toolFolder, 'proof-'));
  const cleanUp = async (): Promise<void> => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  onShutdown(cleanUp, 1);
  try {
    await proveAll(toolsOn(emulator), folder);
  } finally {
    await cleanUp();
  }
}

await prove(() => chapter('Local AWS emulator', onEmulator));
