// Another version of the service: a copy of what is deployed from, in which every function's code is different, and
// every answer says so.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '#test/deploy/emulator/install.ts';

const deployedFrom = ['infra', 'functions', 'lib', 'package.json'];

/** The header by which an answer of the changed version is told from one of this version. */
export const releaseHeader = 'x-release';

interface Edit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const edits: readonly Edit[] = [
  {
    file: 'lib/http/headers.ts',
    before: "'x-content-type-options': 'nosniff',",
    after: `'x-content-type-options': 'nosniff',\n  '${releaseHeader}': 'changed',`,
  },
  // Functions that answer nobody differ, too.
  {
    file: 'infra/constructs/bundles.ts',
    before: 'bundle: true,',
    after: "bundle: true,\n    banner: { js: '/* changed */' },",
  },
];

function apply(folder: string, { file, before, after }: Edit): void {
  const path = join(folder, file);
  const parts = readFileSync(path, 'utf8').split(before);
  assert.equal(parts.length, 2, `${file} has not just one place like ${before}`);
  writeFileSync(path, parts.join(after));
}

/** Makes the copy below a folder of the repository, and answers the options by which cdk deploys it. */
export function changedVersion(below: string): readonly string[] {
  const folder = join(below, 'changed-version');
  rmSync(folder, { recursive: true, force: true });
  for (const name of deployedFrom) cpSync(join(repository, name), join(folder, name), { recursive: true });
  for (const edit of edits) apply(folder, edit);
  return ['--app', `node ${join(folder, 'infra/app.ts')}`];
}
