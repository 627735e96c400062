// Returns the script for shops, in each of its versions. Builds replace this module with its result: infra/constructs/bundle-plugins.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { snippetPath } from '#lib/surface/api/page-functions.ts';
import { notFoundPath } from './paths.ts';
import type { Site } from './site-file.ts';

const versions = [1];

const textOf = (version: number): string =>
  readFileSync(join(import.meta.dirname, `snippet-${version}.js`), 'utf8');

export function readSnippet(): Site {
  const files = versions.map((version) => [
    `${snippetPath}?v=${version}`,
    { type: 'text/javascript', text: textOf(version), isImmutable: true, isForOtherSites: true },
  ]);
  const text = `Load the script with its version: ${snippetPath}?v=${versions.at(-1)}`;
  return { ...Object.fromEntries(files), [notFoundPath]: { type: 'text/plain', text, isImmutable: false } };
}
