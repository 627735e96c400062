// Compares the cold starts of all functions with an empty handler: `npm run bench:cold -- [--spawns 20] [--only affiliates]
// [--without zod-settings.ts]`. `--without` leaves out a file of infra/before-handler or a plugin, and may be repeated.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleFunctions } from '#infra/constructs/bundles.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import { serveBucket } from './bucket.ts';
import { measure } from './measure.ts';
import { ratioOf, tableOf } from './report.ts';
import { runtimeClient } from './runtime-client.ts';
import { serveSecrets } from './secrets-manager.ts';
import type { Subject } from './subjects.ts';

const limit = 2.7;
const limitOfPages = 4;
/** Payouts take many round trips, and a change of a password hashes two passwords, which must take long. */
const higherLimits: Readonly<Record<string, number>> = {
  'payouts.create': 3.3,
  'payouts.update': 3.3,
  'auth.changePassword': 4,
};
/** Tolerance for a machine that is not idle. */
const tolerance = 1.15;

const { values } = parseArgs({
  options: {
    spawns: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    without: { type: 'string', multiple: true, default: [] },
  },
});

/** Imports lazily, because modules of the service read the environment when they load. */
async function prepare(directory: string) {
  const { createTestWorld } = await import('#test/support/world.ts');
  const { paymentKeyArn, signingKeysArn, subjectsOf } = await import('./subjects.ts');
  const { SIGNING_KEYS_FILE = '', DYNAMODB_ENDPOINT = '', TABLE_NAME: tableName = '' } = process.env;
  const { EXPORTS_DIRECTORY = '', PAYMENT_KEY_FILE = '' } = process.env;
  const secrets = await serveSecrets({
    [signingKeysArn]: SIGNING_KEYS_FILE,
    [paymentKeyArn]: PAYMENT_KEY_FILE,
  });
  const bucket = await serveBucket(EXPORTS_DIRECTORY);
  const endpoints = {
    AWS_ENDPOINT_URL_S3: `http://${bucket.host}`,
    AWS_ENDPOINT_URL_DYNAMODB: DYNAMODB_ENDPOINT,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://${secrets.host}`,
  };
  const bundles = await bundleFunctions(join(directory, 'bundles'), { without: values.without });
  let world = await createTestWorld();
  /** Each round has a brand of its own, because a brand has limits, for example of its users. */
  const prepareRound = async () => {
    world = await createTestWorld();
  };
  const subjects = subjectsOf(bundles, () => world, { tableName, endpoints });
  return {
    servers: [secrets, bucket],
    prepareRound,
    subjects: subjects.filter(({ name }) => name.includes(values.only)),
  };
}

const limitOf = ({ name, kind }: Subject): number =>
  higherLimits[name] ?? (kind === 'page' ? limitOfPages : limit);

async function run(directory: string): Promise<void> {
  const { servers, prepareRound, subjects } = await prepare(directory);
  const spawns = Number(values.spawns);
  const results = await measure({
    prepareRound,
    subjects,
    spawns,
    runtimeClient: runtimeClient(),
    directory,
  });
  for (const server of servers) server.close();
  process.stdout.write(`${tableOf(results)}\n`);
  const slow = results.filter(
    (result) =>
      ['authenticated', 'page'].includes(result.subject.kind) &&
      ratioOf(result) > limitOf(result.subject) * tolerance,
  );
  if (slow.length === 0) return;
  const named = slow.map(({ subject }) => `${subject.name} (${limitOf(subject)})`);
  process.stderr.write(`Above the limit × ${tolerance}: ${named.join(', ')}\n`);
  process.exitCode = 1;
}

await onAnEngine(run);
