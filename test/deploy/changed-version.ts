// Creates a copy of the service with changes, such as different code in every function.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '#test/deploy/emulator/install.ts';

/** The pages for people contain documents. */
const sources = ['infra', 'functions', 'lib', 'docs', 'package.json'];

/** Only responses of the changed version have this header. */
export const releaseHeader = 'x-release';

export interface Edit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Every response names the version. */
export const newRelease: readonly Edit[] = [
  {
    file: 'lib/surface/http/headers.ts',
    before: "'x-content-type-options': 'nosniff',",
    after: `'x-content-type-options': 'nosniff',\n  '${releaseHeader}': 'changed',`,
  },
  // This edit changes the bundles of all functions, including those that are not behind the API.
  {
    file: 'infra/constructs/bundles.ts',
    before: 'bundle: true,',
    after: "bundle: true,\n    banner: { js: '/* changed */' },",
  },
];

/** The stack of the third group of endpoints fails after all its functions have changed, because this function does not exist. */
export const brokenRelease: readonly Edit[] = [
  {
    file: 'infra/stacks/api-stack.ts',
    before: "import { Construct } from 'constructs';",
    after: "import { CfnResource } from 'aws-cdk-lib';\nimport { Construct } from 'constructs';",
  },
  {
    file: 'infra/stacks/api-stack.ts',
    before: 'createRoutes(own, route, { gateway, functionArn: handler.functionArn });\n    }',
    after: `createRoutes(own, route, { gateway, functionArn: handler.functionArn });
    }
    if (group !== 'money') return;
    const ServiceToken = this.formatArn({ service: 'lambda', resource: 'function:none' });
    const endpoints = this.node.children;
    new CfnResource(this, 'Broken', {
      type: 'AWS::CloudFormation::CustomResource',
      properties: { ServiceToken },
    }).node.addDependency(...endpoints);`,
  },
];

/** Settings of a stage for the emulator, which has neither AWS CodeDeploy nor health checks. */
export const settingsForEmulator = 'isWatchedFromOutside: false,\n    hasCanaries: false,';

function applyEdit(folder: string, { file, before, after }: Edit): void {
  const path = join(folder, file);
  const parts = readFileSync(path, 'utf8').split(before);
  assert.equal(parts.length, 2, `${file} must contain exactly once: ${before}`);
  writeFileSync(path, parts.join(after));
}

const folderBelow = (below: string): string => join(below, 'changed-version');

/** The operator's program in the copy, which knows the stages of the copy. */
export const changedOperator = (below: string): string => join(folderBelow(below), 'infra/operator.ts');

/** Creates the copy below a folder of the repository and returns the command of its app. */
export function changedVersion(below: string, edits: readonly Edit[]): string {
  const folder = folderBelow(below);
  rmSync(folder, { recursive: true, force: true });
  for (const name of sources) cpSync(join(repository, name), join(folder, name), { recursive: true });
  for (const edit of edits) applyEdit(folder, edit);
  return `node ${join(folder, 'infra/app.ts')}`;
}
