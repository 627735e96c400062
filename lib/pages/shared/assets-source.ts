// Builds the style sheet and the script of the pages. Builds replace this module with its result: infra/constructs/bundle-plugins.ts.
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

interface Asset {
  /** Contains the hash of the content, so browsers keep the file for good. */
  readonly name: string;
  readonly type: string;
  /** Compressed with gzip, in base64. */
  readonly content: string;
}

function build(file: string, type: string): Asset {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, file)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'inline',
  });
  const text = outputFiles[0]?.text ?? '';
  const [stem, extension] = file.split('.');
  const name = `${stem}-${hash('sha256', text).slice(0, 12)}.${extension}`;
  return { name, type, content: gzipSync(text, { level: 9 }).toString('base64') };
}

export const buildAssets = (): { readonly style: Asset; readonly script: Asset } => ({
  style: build('style.css', 'text/css'),
  script: build('browser.js', 'text/javascript'),
});
