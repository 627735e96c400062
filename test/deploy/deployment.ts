// Deploys and destroys a stage and creates its first brand.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { resourceName } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
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

export function runDeploy(
  { cdk }: Tools,
  name: string,
  folder: string,
  options: readonly string[] = [],
): Promise<ProcessResult> {
  const files = [...outputIn(folder), '--outputs-file', join(folder, 'outputs.json')];
  return cdk(['deploy', '--all', '-c', `stage=${name}`, '--require-approval', 'never', ...files, ...options]);
}

export const runDestroy = (
  { cdk }: Tools,
  name: string,
  folder: string,
  options: readonly string[] = [],
  stack = '--all',
): Promise<ProcessResult> =>
  cdk(['destroy', stack, '-c', `stage=${name}`, '--force', ...outputIn(folder), ...options]);

/** The names of all stacks of the stage that exist, except those in other regions. */
export async function stacksOf({ aws }: Tools, name: string): Promise<readonly string[]> {
  const { Stacks } = await aws('cloudformation', 'describe_stacks');
  return Stacks.map(({ StackName }: Json): string => StackName).filter((stack: string) =>
    `${stack}-`.startsWith(`${resourceName({ name })}-`),
  );
}

/** Keeps the output apart from the developer's own `cdk.out`. */
export const outputIn = (folder: string): readonly string[] => ['--output', join(folder, 'cdk.out')];

/** Deploys a stage and returns its outputs. Throws if the deployment fails. */
export async function deploy(
  tools: Tools,
  name: string,
  folder: string,
  options: readonly string[] = [],
): Promise<Deployed> {
  expectSuccess(await runDeploy(tools, name, folder, options), `cdk deploy of ${name}`);
  const outputsFile = join(folder, 'outputs.json');
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
