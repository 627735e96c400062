// `npm run build:client` builds the package of the TypeScript client in dist. `npm pack ./dist` packs it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const repository = join(import.meta.dirname, '../..');

/** Bundles the client for every runtime that has the interfaces of the web. */
export const bundleClient = (options: Pick<BuildOptions, 'outfile' | 'minify' | 'format' | 'globalName'>) =>
  build({
    entryPoints: [join(repository, 'lib/client/index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
    ...options,
  });

/** The command is a program of Node, and contains csv-parse with its license. */
async function bundleCommand(folder: string): Promise<void> {
  await build({
    entryPoints: [join(repository, 'lib/client/command.ts')],
    outfile: join(folder, 'command.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
  copyFileSync(join(repository, 'node_modules/csv-parse/LICENSE'), join(folder, 'csv-parse.LICENSE'));
}

function declareTypes(folder: string): void {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '--project', join(repository, 'lib/client'), '--outDir', folder];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types of the client cannot be built:\n${stdout}`);
}

/** The dependencies of the service are no dependencies of the client, so the package has a description of its own. */
function packageFile(): string {
  const text = readFileSync(join(repository, 'package.json'), 'utf8');
  const { name, version, license, type, exports, bin } = JSON.parse(text.replaceAll('./dist/', './'));
  const description = 'The TypeScript client of the creator affiliate service';
  return JSON.stringify(
    { name, version, description, license, type, exports, bin, sideEffects: false },
    null,
    2,
  );
}

export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await bundleClient({ outfile: join(folder, 'client/index.js') });
  await bundleCommand(join(folder, 'client'));
  declareTypes(join(folder, 'client'));
  writeFileSync(join(folder, 'package.json'), packageFile());
}

if (import.meta.main) await buildClient(join(repository, 'dist'));
