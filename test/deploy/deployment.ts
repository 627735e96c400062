// Synthesizes, deploys and destroys a stage and creates its first brand.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { resourceName } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { changedVersion, type Edit } from './changed-version.ts';
import { expectSuccess, type ProcessResult, type Tools } from './tools.ts';

const outputsOfService = z.object({
  ApiUrl: z.string().regex(/^https?:\/\/.+\/v1$/),
  TableName: z.string().min(3),
});

export interface Deployed {
  readonly name: string;
  readonly stack: string;
  readonly baseUrl: string;
  readonly tableName: string;
  readonly outputsFile: string;
}

export interface Version {
  readonly stage: string;
  /** The folder with the templates and the bundles. */
  readonly assembly: string;
}

/** Only the unchanged version is validated, because the validation takes half of the time of a synthesis. */
export const unvalidated = { CDK_VALIDATION: 'false' };

/** Synthesizes a version once, because each command of cdk would synthesize it again. */
export async function synthesize(
  { cdk }: Tools,
  stage: string,
  folder: string,
  edits: readonly Edit[] = [],
): Promise<Version> {
  const assembly = mkdtempSync(join(folder, 'assembly-'));
  const app = edits.length === 0 ? [] : ['--app', changedVersion(folder, edits)];
  const args = ['synth', '--quiet', '-c', `stage=${stage}`, '--output', assembly, ...app];
  expectSuccess(await cdk(args, edits.length === 0 ? {} : unvalidated), `cdk synth of ${stage}`);
  return { stage, assembly };
}

const outputsFileOf = ({ assembly }: Version): string => `${assembly}-outputs.json`;

export const runDeploy = (
  { cdk }: Tools,
  version: Version,
  options: readonly string[] = [],
): Promise<ProcessResult> => {
  const files = ['--app', version.assembly, '--outputs-file', outputsFileOf(version)];
  return cdk(['deploy', '--all', '--require-approval', 'never', ...files, ...options]);
};

export const runDestroy = ({ cdk }: Tools, { assembly }: Version, stack = '--all'): Promise<ProcessResult> =>
  cdk(['destroy', stack, '--force', '--app', assembly]);

/** The names of all stacks of the stage that exist, except those in other regions. */
export async function stacksOf({ aws }: Tools, name: string): Promise<readonly string[]> {
  const { Stacks } = await aws('cloudformation', 'describe_stacks');
  return Stacks.map(({ StackName }: Json): string => StackName).filter((stack: string) =>
    `${stack}-`.startsWith(`${resourceName({ name })}-`),
  );
}

/** Deploys a stage and returns its outputs. Throws if the deployment fails. */
export async function deploy(
  tools: Tools,
  version: Version,
  options: readonly string[] = [],
): Promise<Deployed> {
  const name = version.stage;
  expectSuccess(await runDeploy(tools, version, options), `cdk deploy of ${name}`);
  const outputsFile = outputsFileOf(version);
  const stack = resourceName({ name });
  const outputs = outputsOfService.parse(JSON.parse(readFileSync(outputsFile, 'utf8'))[stack]);
  return { name, stack, baseUrl: outputs.ApiUrl, tableName: outputs.TableName, outputsFile };
}

export interface Brand {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

const brandCreated = z.object({
  id: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }),
});

/** Creates a Scale brand with the operator's program, which generates the admin's password. Its traffic has no low limit. */
export async function createBrand(
  { node }: Tools,
  stage: string,
  program = 'infra/operator.ts',
): Promise<Brand> {
  const options = {
    name: 'Acme',
    email: `${randomUUID()}@brands.test`,
    plan: 'scale',
    'landing-url': 'https://acme.test/',
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const result = await node([program, '--stage', stage, '--json', 'brand', 'create', ...given]);
  const { id, admin } = brandCreated.parse(JSON.parse(expectSuccess(result, 'operator brand create').stdout));
  const limit = ['brand', 'set-request-limit', '--brand', id, '--per-minute', '30000'];
  expectSuccess(await node([program, '--stage', stage, ...limit]), 'operator brand set-request-limit');
  return { id, ...admin };
}
