// All functions, bundled in one run of esbuild: each into a directory of its own, which becomes its asset.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { fallbackFile, handlerFile, routes } from '#lib/api/routes.ts';
import { entryOf, plugins, repository } from './bundle-plugins.ts';
import { scheduledFunctions } from './schedule-sources.ts';
import { keepOwnSources } from './source-maps.ts';
import { streamFunctions } from './stream-sources.ts';

export interface Bundles {
  readonly directory: string;
  /** What esbuild says went into what; paths are relative to the repository. */
  readonly metafile: Metafile;
}

/** All files of functions/ that are deployed. */
export const deployedFiles: readonly string[] = [
  ...routes.map(handlerFile),
  fallbackFile,
  ...[...Object.values(streamFunctions), ...Object.values(scheduledFunctions)].map(({ file }) => file),
];

const nameOf = (file: string): string => file.replace(/\.ts$/, '');

/** Where the bundle of a file of functions/ is: its directory holds that bundle and nothing else. */
export const bundleDirectory = ({ directory }: Pick<Bundles, 'directory'>, file: string): string =>
  join(directory, nameOf(file));

/** Bundles everything anew into a directory, which is emptied first. docs/decisions/0021, 0024. */
export async function bundleFunctions(directory: string): Promise<Bundles> {
  await rm(directory, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: deployedFiles.map((file) => ({ in: entryOf(file), out: `${nameOf(file)}/index` })),
    outdir: directory,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // A module of ES can wait for its warm-up, and its extension spares Node the search for what kind it is.
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    mainFields: ['module', 'main'],
    plugins: [...plugins],
    minify: true,
    // Without the comment that would have Node read it at start: infra/bundle-shims/source-lines.ts reads it later.
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  await Promise.all(
    deployedFiles.map((file) => keepOwnSources(join(directory, nameOf(file), 'index.mjs.map'))),
  );
  return { directory, metafile };
}
