// Sets up the link benchmark: deployed bundles, and the same test data in the engine and in the stub table.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { bundleDirectory, bundleFunctions } from '#infra/constructs/bundles.ts';
import { type StoredItem, type StubTable, startStubTable } from './stub-table.ts';

/** Credentials with the length of real Lambda credentials. */
export const lambdaVariables = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'ASIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  AWS_SESSION_TOKEN: 'a-session-token-of-some-length'.repeat(20),
  STAGE: 'bench',
  API_URL: 'https://api.example.com/v1',
  _X_AMZN_TRACE_ID: `Root=1-5bef4de7-${randomUUID().replaceAll('-', '').slice(0, 24)};Sampled=0`,
};

/** All items in DynamoDB JSON. */
async function storedItems(tableName: string): Promise<readonly StoredItem[]> {
  const { dynamoDb } = await import('#lib/foundation/table/client.ts');
  const { Items = [] } = await dynamoDb.send('Scan', { TableName: tableName, ConsistentRead: true });
  return Items.map((item) => marshall(item));
}

/** Imports lazily, because modules of the service read the environment when they load. */
export async function prepare(directory: string) {
  const { createTestWorld } = await import('#test/support/world.ts');
  const { subjectsOf } = await import('#test/bench/cold/subjects.ts');
  const { DYNAMODB_ENDPOINT = '', TABLE_NAME: tableName = '' } = process.env;
  const bundles = await bundleFunctions(join(directory, 'bundles'));
  const world = await createTestWorld();
  const endpoints = { AWS_ENDPOINT_URL_DYNAMODB: DYNAMODB_ENDPOINT };
  const subjects = subjectsOf(bundles, () => world, { tableName, endpoints });
  const subjectOf = (name: string) => {
    const found = subjects.find((subject) => subject.name === name);
    if (found === undefined) throw new Error(`There is no subject ${name}`);
    return found;
  };
  const [link, post, get] = [
    subjectOf('tracking.followLink'),
    subjectOf('tracking.recordClick'),
    subjectOf('affiliates.get'),
  ];
  const events = { post: await post.event(), get: await get.event() };
  const stub: StubTable = await startStubTable({ staysAwake: true });
  await stub.load(await storedItems(tableName));
  const bundleOf = (file: string) => join(bundleDirectory(bundles, file), 'index.mjs');
  return {
    link,
    events,
    stub,
    code: world.code,
    tableName,
    bundles: {
      link: bundleOf('tracking/follow-link.ts'),
      post: bundleOf('tracking/record-click.ts'),
      get: bundleOf('affiliates/get.ts'),
    },
    bytesOfBundle: statSync(bundleOf('tracking/follow-link.ts')).size,
    variables: {
      ...lambdaVariables,
      TABLE_NAME: tableName,
      AWS_ENDPOINT_URL_DYNAMODB: stub.address,
    },
  };
}
