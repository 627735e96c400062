// What stands in for the SDK's client in functions does what the SDK's client does: the same calls, the same failures.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, test, vi } from 'vitest';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine({ hangs: true }),
);

import * as clientStandIn from '#infra/bundle-shims/client-dynamodb.ts';
import * as documentsStandIn from '#infra/bundle-shims/lib-dynamodb.ts';
import { builtins, repository, standInPlugin } from '#infra/constructs/bundle-plugins.ts';
import { afterSeconds } from '#lib/shared/dates.ts';
import { newId } from '#lib/shared/ids.ts';
import type { Item } from '#lib/table/keys/item.ts';
import * as client from '#lib/table/client.ts';
import * as conditional from '#lib/table/conditional.ts';
import { type Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import * as transaction from '#lib/table/transact.ts';
import { faults, healBetweenTests } from '#test/support/faulty-engine.ts';

const ofTheSdk = { ...client, ...conditional, ...transaction };
type Table = typeof ofTheSdk;

/** The same modules as a function has them, bundled and in the environment that Lambda gives it. */
async function asDeployed(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'creator-affiliate-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'table.mjs');
  const files = ['client', 'conditional', 'transaction'];
  await build({
    stdin: {
      contents: files.map((file) => `export * from '#lib/table/${file}.ts';`).join('\n'),
      resolveDir: repository,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [builtins, standInPlugin],
  });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', process.env.DYNAMODB_ENDPOINT);
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined);
  vi.stubEnv('AWS_REGION', 'local');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  return import(/* @vite-ignore */ pathToFileURL(outfile).href);
}

const deployed = await asDeployed();
healBetweenTests(engine);

let made = 0;
const start = new Date('2026-03-01T08:00:00.000Z');
/** A key that nobody has used, of a brand that nobody has. */
function newKey(): Key & Item {
  made += 1;
  const at = afterSeconds(start, made);
  return { ...keys.item(newId('brand', at), 'affiliate', newId('affiliate', at)) };
}

const everything = {
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
  [clientStandIn, () => import('@aws-sdk/client-dynamodb')],
  [documentsStandIn, () => import('@aws-sdk/lib-dynamodb')],
])('it has what the SDK has, and nothing by another name (%#)', async (standIn, sdk) => {
  expect(Object.keys(await sdk())).toEqual(expect.arrayContaining(Object.keys(standIn)));
});

describe.each([
  ['the client of the SDK', ofTheSdk],
  ['the client in functions', deployed],
])('%s', (_, table) => {
  const put = (item: Parameters<Table['putNew']>[0]) => table.transact([table.putNew(item)]);

  test('writes and reads every type that items have', async () => {
    const item = { ...newKey(), ...everything };
    await table.putItem({ Item: { ...item, absent: undefined } });
    expect(await table.getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
  });

  test('reads many at once, in the order of their keys, and says what it consumed', async () => {
    const [one, other, none] = [newKey(), newKey(), newKey()];
    await table.transact([table.putNew({ ...one, is: 1 }), table.putNew({ ...other, is: 2 })]);
    expect(await table.getItems([other, none, one])).toMatchObject([{ is: 2 }, undefined, { is: 1 }]);
    const page = await table.query({
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':pk': one.pk },
    });
    expect(page).toMatchObject({ Items: [{ ...one, is: 1 }], ConsumedCapacity: { CapacityUnits: 0.5 } });
  });

  test('tells which write of a transaction was refused, and what stood in its way', async () => {
    const [taken, free] = [newKey(), newKey()];
    await put({ ...taken, name: 'first' });
    const refusals = await table.tryTransact([
      table.putNew(free),
      table.putNew({ ...taken, name: 'second' }),
    ]);
    expect(refusals).toMatchObject([{ write: { item: taken }, existing: { name: 'first' } }]);
    expect(await table.getItem(free)).toBeUndefined();
  });

  test('answers what a put with a condition found', async () => {
    const item = { ...newKey(), name: 'first' };
    const when = { condition: 'attribute_not_exists(#pk)' };
    expect(await table.putOrFind(item, when)).toBeUndefined();
    expect(await table.putOrFind({ ...item, name: 'second' }, when)).toEqual(item);
  });

  test('throws what is wrong with a request under its name, and sends it once', async () => {
    const wrong = table.query({ KeyConditionExpression: 'nonsense' });
    await expect(wrong).rejects.toMatchObject({ name: 'ValidationException' });
    expect(engine.callsOf('Query')).toHaveLength(1);
  });

  test.each(['throttled', 'internal', 'away', 'lost', 'hung'] as const)(
    'sends again what was %s',
    async (fault) => {
      const item = { ...newKey(), name: 'there' };
      await put(item);
      engine.fail(faults[fault], { operation: 'GetItem', times: 1 });
      expect(await table.getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
      expect(engine.callsOf('GetItem')).toHaveLength(2);
    },
  );

  test.each(['throttled', 'internal', 'away'] as const)(
    'gives up what stays %s after four attempts',
    async (fault) => {
      engine.fail(faults[fault], { operation: 'GetItem' });
      await expect(table.getItem(newKey())).rejects.toMatchObject({ code: 'unavailable' });
      expect(engine.callsOf('GetItem')).toHaveLength(4);
    },
  );

  test('sends again what was refused without a name, as by a proxy', async () => {
    engine.fail({ kind: 'error', status: 503, body: [] }, { operation: 'GetItem', times: 1 });
    expect(await table.getItem(newKey())).toBeUndefined();
  });

  test('a transaction that meets others is made once they are gone', async () => {
    engine.fail(faults.conflict, { times: 3 });
    const item = { ...newKey(), name: 'late' };
    await put(item);
    expect(await table.getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
  });
});
