// Bundles each function into its own directory, which becomes the Lambda asset. docs/decisions/0024
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { gatewayFiles } from '#lib/surface/api/routes.ts';
import { entryOf, pluginsWithout, repository } from './bundle-plugins.ts';
import { logFunctions } from './log-sources.ts';
import { queueFunctions } from './queue-sources.ts';
import { scheduledFunctions } from './schedule-sources.ts';
import { keepOwnSources } from './source-maps.ts';
import { streamFunctions } from './stream-sources.ts';

export interface Bundles {
  readonly directory: string;
  /** Its paths are relative to the root of the repository. */
  readonly metafile: Metafile;
}

export const deployedFiles: readonly string[] = [
  ...gatewayFiles,
  ...[streamFunctions, scheduledFunctions, queueFunctions, logFunctions]
    .flatMap((functions) => Object.values<{ readonly file: string }>(functions))
    .map(({ file }) => file),
];

const nameOf = (file: string): string => file.replace(/\.ts$/, '');

export const bundleDirectory = ({ directory }: Pick<Bundles, 'directory'>, file: string): string =>
  join(directory, nameOf(file));

interface Options {
  /** Leaves out files of infra/before-handler or plugins. */
  readonly without?: readonly string[];
  readonly files?: readonly string[];
}

export async function bundleFunctions(
  directory: string,
  { without = [], files = deployedFiles }: Options = {},
): Promise<Bundles> {
  await rm(directory, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: files.map((file) => ({ in: entryOf(file), out: `${nameOf(file)}/index` })),
    outdir: directory,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // Only ES modules support top-level await, which the warm-up needs. The extension .mjs spares Node a lookup of the module type.
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    mainFields: ['module', 'main'],
    // The index of `qrcode` contains a writer of PNG files, which needs 40 KB and does not run in a bundle.
    alias: { qrcode: 'qrcode/lib/core/qrcode.js' },
    plugins: pluginsWithout(without),
    minify: true,
    // `external` omits the sourceMappingURL comment. infra/before-handler/source-lines.ts finds the map by its file name instead.
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  await Promise.all(files.map((file) => keepOwnSources(join(directory, nameOf(file), 'index.mjs.map'))));
  return { directory, metafile };
}
