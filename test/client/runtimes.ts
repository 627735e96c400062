// Runs a story of the built TypeScript client with a local stage in Node, Deno and Bun. docs/decisions/0162-typescript-client.md
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#infra/local/engine.ts';
import { buildClient } from '#infra/tools/build-client.ts';
import { installRuntimes } from '#test/openapi/install.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';

const repository = join(import.meta.dirname, '../..');
const story = join(import.meta.dirname, 'story.mjs');

/** Returns the program from a package of the platform, or undefined if there is none for this machine. */
function programIn(folder: string | undefined, pattern: string): string | undefined {
  if (folder === undefined) return undefined;
  const [found] = globSync(pattern, { cwd: join(folder, 'node_modules') });
  return found && join(folder, 'node_modules', found);
}

/** CI must not pass without Deno and Bun. */
function installed(): string | undefined {
  try {
    return installRuntimes();
  } catch (error) {
    if (process.env.CI !== undefined) throw error;
    return undefined;
  }
}

const folder = installed();
const runtimes = [
  { name: 'Node', program: process.execPath, args: [] },
  {
    name: 'Deno',
    program: programIn(folder, '@deno/*/deno{,.exe}'),
    args: ['run', '--allow-net', '--no-config'],
  },
  { name: 'Bun', program: programIn(folder, '@oven/bun-*/bin/bun{,.exe}'), args: ['run'] },
];

await buildClient(join(repository, '.tools/client'));
const port = await freePort();
const stage = await startLocalStage({ PORT: String(port), DATA_DIR: newDataDirectory() });
let failures = 0;
for (const { name, program, args } of runtimes) {
  if (program === undefined) {
    process.stdout.write(`Skipped: ${name} cannot be installed on this machine.\n`);
    continue;
  }
  const { status } = spawnSync(program, [...args, story, `http://localhost:${port}/v1`], {
    cwd: folder ?? repository,
    stdio: 'inherit',
  });
  process.stdout.write(`The TypeScript client ${status === 0 ? 'works' : 'fails'} in ${name}.\n`);
  if (status !== 0) failures += 1;
}
stage.process.kill('SIGTERM');
await stage.exitCode;
process.exit(failures === 0 ? 0 : 1);
