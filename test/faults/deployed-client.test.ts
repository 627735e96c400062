// Tests that the minimal DynamoDB client of the bundles makes the same calls and throws the same errors as the SDK client.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, test, vi } from 'vitest';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine({ hangs: true }),
);

import * as clientShim from '#infra/bundle-shims/client-dynamodb.ts';
import * as documentsShim from '#infra/bundle-shims/lib-dynamodb.ts';
import { builtins, bundleShimPlugin, repository } from '#infra/constructs/bundle-plugins.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import * as client from '#lib/foundation/table/client.ts';
import * as conditional from '#lib/foundation/table/conditional.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import * as transaction from '#lib/foundation/table/transact.ts';
import * as write from '#lib/foundation/table/writes/write.ts';
import { faults, healBetweenTests } from '#test/support/faulty-engine.ts';

const sdkTable = { ...client, ...conditional, ...transaction, ...write };
type Table = typeof sdkTable;

/** Bundles the table modules like a function and loads them in the environment of Lambda. */
async function bundledTable(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'creator-affiliate-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'table.mjs');
  const files = ['client', 'conditional', 'transact', 'writes/write'];
  await build({
    stdin: {
      contents: files.map((file) => `export * from '#lib/foundation/table/${file}.ts';`).join('\n'),
      resolveDir: repository,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [builtins, bundleShimPlugin()],
  });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', process.env.DYNAMODB_ENDPOINT);
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined);
  vi.stubEnv('AWS_REGION', 'local');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  return import(/* @vite-ignore */ pathToFileURL(outfile).href);
}

const deployed = await bundledTable();
healBetweenTests(engine);

let createdKeys = 0;
const start = new Date('2026-03-01T08:00:00.000Z');
function newKey(): Key & Item {
  createdKeys += 1;
  const at = addSeconds(start, createdKeys);
  // Changes of sessions are no events, so these items get no attribute that names the actor.
  return { ...keys.item(newId('brand', at), 'session', newId('user', at)) };
}

const everyType = {
  text: 'Ünïcødé 🎈',
  whole: 9_007_199_254_740_991,
  fraction: 0.1,
  yes: true,
  nothing: null,
  list: [1, 'two', { three: [] }],
  map: { empty: {}, deeper: { still: 'here', B: 'is a name' } },
  bytes: Uint8Array.from([0, 1, 127, 128, 255]),
  held: [{ bytes: Uint8Array.from([7]) }],
};

test.each([
  ['@aws-sdk/client-dynamodb', clientShim, () => import('@aws-sdk/client-dynamodb')],
  ['@aws-sdk/lib-dynamodb', documentsShim, () => import('@aws-sdk/lib-dynamodb')],
])('the bundle shim of %s exports only names that the SDK exports', async (_, shim, sdk) => {
  expect(Object.keys(await sdk())).toEqual(expect.arrayContaining(Object.keys(shim)));
});

describe.each([
  ['SDK client', sdkTable],
  ['bundled client', deployed],
])('the %s', (_, table) => {
  const put = (item: Parameters<Table['putNew']>[0]) => table.transact([table.putNew(item)]);

  test('writes and reads every attribute type', async () => {
    const item = { ...newKey(), ...everyType };
    await table.putItem({ Item: { ...item, absent: undefined } });
    expect(await table.getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
  });

  test('returns items in the sequence of the requested keys, and a query with its consumed capacity', async () => {
    const [first, second, missing] = [newKey(), newKey(), newKey()];
    await table.transact([table.putNew({ ...first, is: 1 }), table.putNew({ ...second, is: 2 })]);
    expect(await table.getItems([second, missing, first])).toMatchObject([{ is: 2 }, undefined, { is: 1 }]);
    const page = await table.query({
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':pk': first.pk },
    });
    expect(page).toMatchObject({ Items: [{ ...first, is: 1 }], ConsumedCapacity: { CapacityUnits: 0.5 } });
  });

  test('returns the rejected write of a transaction and the existing item', async () => {
    const [taken, free] = [newKey(), newKey()];
    await put({ ...taken, name: 'first' });
    const refusals = await table.tryTransact([
      table.putNew(free),
      table.putNew({ ...taken, name: 'second' }),
    ]);
    expect(refusals).toMatchObject([{ write: { item: taken }, existing: { name: 'first' } }]);
    expect(await table.getItem(free)).toBeUndefined();
  });

  test('returns the existing item when the condition of a put fails', async () => {
    const item = { ...newKey(), name: 'first' };
    const when = { condition: 'attribute_not_exists(#pk)' };
    expect(await table.putOrGetExisting(item, when)).toBeUndefined();
    expect(await table.putOrGetExisting({ ...item, name: 'second' }, when)).toEqual(item);
  });

  test('throws a ValidationException for an invalid request without a retry', async () => {
    const wrong = table.query({ KeyConditionExpression: 'nonsense' });
    await expect(wrong).rejects.toMatchObject({ name: 'ValidationException' });
    expect(engine.callsOf('Query')).toHaveLength(1);
  });

  test.each(['throttled', 'internal', 'away', 'lost', 'hung'] as const)(
    'retries a call after the fault "%s"',
    async (fault) => {
      const item = { ...newKey(), name: 'there' };
      await put(item);
      engine.fail(faults[fault], { operation: 'GetItem', times: 1 });
      expect(await table.getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
      expect(engine.callsOf('GetItem')).toHaveLength(2);
    },
  );

  test.each(['throttled', 'internal', 'away'] as const)(
    'gives up after four attempts when the fault "%s" persists',
    async (fault) => {
      engine.fail(faults[fault], { operation: 'GetItem' });
      await expect(table.getItem(newKey())).rejects.toMatchObject({ code: 'service_busy' });
      expect(engine.callsOf('GetItem')).toHaveLength(4);
    },
  );

  test('retries after an error response without an error name, such as that of a proxy', async () => {
    engine.fail({ kind: 'error', status: 503, body: [] }, { operation: 'GetItem', times: 1 });
    expect(await table.getItem(newKey())).toBeUndefined();
  });

  test('commits a transaction after three conflicts', async () => {
    engine.fail(faults.conflict, { times: 3 });
    const item = { ...newKey(), name: 'late' };
    await put(item);
    expect(await table.getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
  });
});
