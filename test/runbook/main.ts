// `npm run test:runbook`: runs the commands of docs/operations.md on a local AWS emulator, with the AWS CLI of this machine.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '#infra/local/engine.ts';
import { startEmulator } from '#test/deploy/emulator/emulator.ts';
import { onShutdown } from '#test/deploy/emulator/ending.ts';
import { installEmulator, repository } from '#test/deploy/emulator/install.ts';
import { chapter, prove } from '#test/deploy/steps.ts';
import { toolsOn } from '#test/deploy/tools.ts';
import { blocksOf } from './blocks.ts';
import { Checkout } from './checkout.ts';
import { rehearse } from './rehearse.ts';
import type { World } from './scenario.ts';
import { scenarios } from './scenarios.ts';

const account = '000000000000';

/** The first release pins the account of the emulator. */
function checkoutBelow(folder: string): Checkout {
  const checkout = new Checkout(folder);
  const pinned = `  prod: {\n    account: '${account}',\n    region: 'eu-central-1',`;
  checkout.release('First release', 'infra/stage.ts', '  prod: {', pinned);
  checkout.clone();
  return checkout;
}

/** The environment of this process, without what npm adds for its scripts. */
const environmentOfTerminal = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^AWS_/.test(name))),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NO_COLOR: '1',
});

async function onEmulator(): Promise<void> {
  installEmulator();
  const emulator = await startEmulator({ port: await freePort(), logName: 'runbook' });
  const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
  const cleanUp = async (): Promise<void> => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  onShutdown(cleanUp, 1);
  try {
    const checkout = checkoutBelow(folder);
    const world: World = {
      tools: toolsOn(emulator),
      checkout,
      stack: 'creator-affiliate-prod',
      environment: { ...environmentOfTerminal(), ...emulator.environment },
      facts: new Map([['account', account]]),
    };
    const blocks = new Map(
      blocksOf(readFileSync(join(repository, 'docs/operations.md'), 'utf8')).map((block) => [
        block.name,
        block,
      ]),
    );
    assert.ok(blocks.size > 0);
    const failed: string[] = [];
    for (const scenario of scenarios) {
      try {
        await chapter(scenario.title, () => rehearse(scenario, world, blocks));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        process.stdout.write(`${error.message}\n`);
        failed.push(scenario.title);
      }
    }
    assert.deepEqual(failed, [], 'These scenarios failed');
  } finally {
    await cleanUp();
  }
}

await prove(onEmulator);
