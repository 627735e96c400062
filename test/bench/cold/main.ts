// Cold starts of all functions, as ratios to an empty handler: `npm run bench:cold -- [--spawns 20] [--only affiliates]`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleFunctions } from '#infra/constructs/bundles.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import { measure } from './measure.ts';
import { ratioOf, tableOf } from './report.ts';
import { runtimeClient } from './runtime-client.ts';
import { serveSecret } from './secrets-manager.ts';
import type { Subject } from './subjects.ts';

/** What is aimed at, and how far a machine that is not quiet may be off. */
const limit = 2.7;
/** Of what does more by nature: a payout is put together, in seven round trips, while its caller waits. */
const ownLimits: Readonly<Record<string, number>> = { 'payouts.create': 3.3 };
const slack = 1.15;

const { values } = parseArgs({
  options: { spawns: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
});

/** Modules of the service read the environment when they are loaded: they are loaded when it is there. */
async function prepare(directory: string) {
  const { createWorld } = await import('#test/support/world.ts');
  const { subjectsOf } = await import('./subjects.ts');
  const { SIGNING_KEYS_FILE = '', DYNAMODB_ENDPOINT = '', TABLE_NAME: tableName = '' } = process.env;
  const secrets = await serveSecret(SIGNING_KEYS_FILE);
  const endpoints = {
    AWS_ENDPOINT_URL_DYNAMODB: DYNAMODB_ENDPOINT,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://${secrets.host}`,
  };
  const bundles = await bundleFunctions(join(directory, 'bundles'));
  const subjects = subjectsOf(bundles, await createWorld(), { tableName, endpoints });
  return { secrets, subjects: subjects.filter(({ name }) => name.includes(values.only)) };
}

const limitOf = ({ name }: Subject): number => ownLimits[name] ?? limit;

async function run(directory: string): Promise<void> {
  const { secrets, subjects } = await prepare(directory);
  const spawns = Number(values.spawns);
  const results = await measure({ subjects, spawns, runtimeClient: runtimeClient(), directory });
  secrets.close();
  process.stdout.write(`${tableOf(results)}\n`);
  const slow = results.filter(
    (result) => result.subject.kind === 'authenticated' && ratioOf(result) > limitOf(result.subject) * slack,
  );
  if (slow.length === 0) return;
  const named = slow.map(({ subject }) => `${subject.name} (${limitOf(subject)})`);
  process.stderr.write(`Above its limit × ${slack}: ${named.join(', ')}\n`);
  process.exitCode = 1;
}

await onAnEngine(run);
