// All functions, bundled in one run of esbuild: each into a directory of its own, which becomes its asset.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { fallbackFile, handlerFile, routes } from '#lib/contract/routes.ts';
import { streamFunctions } from './stream-sources.ts';

export interface Bundles {
  readonly directory: string;
  /** What esbuild says went into what; paths are relative to the repository. */
  readonly metafile: Metafile;
}

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** All files of functions/ that are deployed. */
export const deployedFiles: readonly string[] = [
  ...routes.map(handlerFile),
  fallbackFile,
  ...Object.values(streamFunctions).map(({ file }) => file),
];

const nameOf = (file: string): string => file.replace(/\.ts$/, '');

/** Where the bundle of a file of functions/ is: its directory holds that bundle and nothing else. */
export const bundleDirectory = ({ directory }: Pick<Bundles, 'directory'>, file: string): string =>
  join(directory, nameOf(file));

/** Bundles everything anew into a directory, which is emptied first. */
export async function bundleFunctions(directory: string): Promise<Bundles> {
  await rm(directory, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: deployedFiles.map((file) => ({ in: `functions/${file}`, out: `${nameOf(file)}/index` })),
    outdir: directory,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // docs/decisions/0021: CommonJS starts faster, from the packages' ES modules, which leave out what is unused.
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': './infra/constructs/function-credentials.ts' },
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return { directory, metafile };
}
