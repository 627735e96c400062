// Bundles service-process-main.ts with all functions for tests that start many processes. A bundle loads in half of the CPU time of
// the modules.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { repository } from '#infra/constructs/bundle-plugins.ts';
import { deployedFiles } from '#infra/constructs/bundles.ts';

/** The bundle cannot import a function by its path, so it has a table of the deployed ones and of `others`. */
const functionsByFile = (others: readonly string[]): Plugin => ({
  name: 'functions-by-file',
  setup({ onLoad }) {
    const files = new Set([...deployedFiles, ...others]);
    const entries = [...files].map((file) => `'${file}': () => import('./functions/${file}')`);
    onLoad({ filter: /infra[/\\]local[/\\]handlers\.ts$/ }, () => ({
      contents: [
        `const functions = { ${entries.join(', ')} };`,
        'export const loadFunction = async (file) => (await functions[file]()).handler;',
      ].join('\n'),
      resolveDir: repository,
    }));
  },
});

interface ServiceBundle {
  readonly program: string;
  remove(): void;
}

/** Creates the bundle in a folder of its own. */
export async function bundleService(others: readonly string[]): Promise<ServiceBundle> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const program = join(folder, 'service.mjs');
  await build({
    absWorkingDir: repository,
    entryPoints: ['test/support/service-process-main.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // Node reads the bundle once for each process.
    minifySyntax: true,
    minifyWhitespace: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [functionsByFile(others)],
    logLevel: 'warning',
  });
  return { program, remove: () => rmSync(folder, { recursive: true }) };
}
