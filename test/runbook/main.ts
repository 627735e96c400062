// `npm run test:runbook`: runs the commands of docs/incidents.md, docs/administration.md and docs/deploy.md on a local AWS emulator, with the AWS CLI of this machine.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '#infra/local/engine.ts';
import { toolCheck, toolNames } from '#infra/preflight/checks.ts';
import { settingsForEmulator } from '#test/deploy/changed-version.ts';
import { type Emulator, startEmulator } from '#test/deploy/emulator/emulator.ts';
import { onShutdown } from '#test/deploy/emulator/ending.ts';
import { EmulatorFailure, installEmulator, repository } from '#test/deploy/emulator/install.ts';
import { chapter, prove } from '#test/deploy/steps.ts';
import { toolsOn } from '#test/deploy/tools.ts';
import { blocksOf, readRunbook } from './blocks.ts';
import { Checkout } from './checkout.ts';
import type { Rehearsal } from './rehearsal.ts';
import { rehearse } from './rehearse.ts';
import { pinned } from './scenarios/stage-file.ts';
import { scenarios } from './scenarios.ts';
import { Shell } from './shell.ts';

const account = '000000000000';

async function requireTools(): Promise<void> {
  for (const name of toolNames) {
    const check = toolCheck(name, async (program) =>
      execFileSync(program, ['--version'], { encoding: 'utf8' }),
    );
    const problem = await check.problem();
    if (problem !== undefined) throw new EmulatorFailure(`${check.name}: ${problem}`);
  }
}

/** The first release pins the account of the emulator. */
function checkoutBelow(folder: string): Checkout {
  const checkout = new Checkout(folder);
  const entry = '  prod: {\n    ...defaultSettings,\n';
  checkout.commitToRemote('First release', {
    file: 'infra/stage.ts',
    before: entry,
    after: `${entry}    ${settingsForEmulator}\n    account: '${account}',\n${pinned}`,
  });
  checkout.clone();
  return checkout;
}

/** The environment of this process, without what npm adds for its scripts. "The shell" sets the region. */
function environmentOf(emulator: Emulator, temporaryFolder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|AWS_|INIT_CWD$)/.test(name));
  const { AWS_REGION, AWS_DEFAULT_REGION, ...ofEmulator } = emulator.environment;
  const path = `${process.env.PATH}`.split(':').filter((folder) => !folder.includes('node_modules'));
  return {
    ...Object.fromEntries(inherited),
    ...ofEmulator,
    PATH: [dirname(process.execPath), ...path].join(':'),
    TMPDIR: temporaryFolder,
    NO_COLOR: '1',
  };
}

const readBlocks = () => new Map(blocksOf(readRunbook(repository)).map((block) => [block.name, block]));

async function onEmulator(): Promise<void> {
  await requireTools();
  installEmulator();
  const emulator = await startEmulator({ port: await freePort(), logName: 'runbook' });
  const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
  let shell: Shell | undefined;
  const cleanUp = async (): Promise<void> => {
    await shell?.close();
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  onShutdown(cleanUp, 1);
  try {
    const rehearsal: Rehearsal = {
      tools: toolsOn(emulator),
      checkout: checkoutBelow(folder),
      stack: 'creator-affiliate-prod',
      environment: environmentOf(emulator, folder),
      facts: new Map([['account', account]]),
    };
    const { checkout, environment } = rehearsal;
    const blocks = readBlocks();
    const failed: string[] = [];
    // Later scenarios also run after a failure, so that one run shows most problems. Some of them may be consequences of the first.
    for (const scenario of scenarios) {
      shell = new Shell({ workingFolder: checkout.folder, temporaryFolder: folder, environment });
      const inThisShell = shell;
      try {
        await chapter(scenario.title, () => rehearse(scenario, rehearsal, blocks, inThisShell));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        process.stdout.write(`${error.message}\n`);
        failed.push(scenario.title);
      } finally {
        await shell.close();
      }
    }
    assert.deepEqual(failed, [], 'These scenarios failed');
  } finally {
    await cleanUp();
  }
}

await prove(onEmulator);
