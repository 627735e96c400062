// Deploying a stage, and what the operator does on it first.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { resourceName } from '#infra/stage.ts';
import { demandSuccess, type Ran, type Tools } from './tools.ts';

const outputsOfStack = z.object({
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

/** Runs `cdk deploy` of a stage, and answers what it said. Its files go into the folder. */
export function runDeploy(
  { cdk }: Tools,
  name: string,
  folder: string,
  options: readonly string[] = [],
): Promise<Ran> {
  const files = [...outputIn(folder), '--outputs-file', join(folder, 'outputs.json')];
  return cdk(['deploy', '-c', `stage=${name}`, '--require-approval', 'never', ...files, ...options]);
}

/** Runs `cdk destroy` of a stage, and answers what it said. */
export const runDestroy = ({ cdk }: Tools, name: string, folder: string): Promise<Ran> =>
  cdk(['destroy', '-c', `stage=${name}`, '--force', ...outputIn(folder)]);

/** What cdk makes goes elsewhere than what someone who works here has made. */
export const outputIn = (folder: string): readonly string[] => ['--output', join(folder, 'cdk.out')];

/** Deploys a stage, which must succeed, and answers where it is. */
export async function deploy(
  tools: Tools,
  name: string,
  folder: string,
  options: readonly string[] = [],
): Promise<Deployed> {
  demandSuccess(await runDeploy(tools, name, folder, options), `cdk deploy of ${name}`);
  const outputsFile = join(folder, 'outputs.json');
  const stack = resourceName({ name });
  const outputs = z.record(z.string(), outputsOfStack).parse(JSON.parse(readFileSync(outputsFile, 'utf8')))[
    stack
  ];
  if (outputs === undefined) throw new Error(`${outputsFile} has nothing of ${stack}`);
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

/** A brand on the plan Scale, made by the operator's command line, which chooses the password of its admin. */
export async function createBrand({ npm }: Tools, stage: string): Promise<Brand> {
  const options = {
    name: 'Acme',
    email: `${randomUUID()}@brands.test`,
    plan: 'scale',
    'landing-url': 'https://acme.test/',
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const ran = await npm(['operator', '--', '--stage', stage, '--json', 'brand', 'create', ...given]);
  const { id, admin } = brandCreated.parse(JSON.parse(demandSuccess(ran, 'operator brand create').stdout));
  return { id, ...admin };
}
