// Tests that the table's client makes the right calls, and which errors it throws, with the time limits of a deployed function.
import { describe, expect, test, vi } from 'vitest';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine({ hangs: true }),
);

import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem, getItems, putItem, query } from '#lib/foundation/table/client.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { itemsIn } from '#lib/foundation/table/other-table.ts';
import { transact, tryTransact } from '#lib/foundation/table/transact.ts';
import { ifExisting, putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import { conflictOn, faults, healBetweenTests } from '#test/support/faulty-engine.ts';

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

describe('the client of the table', () => {
  const put = (item: Parameters<typeof putNew>[0]) => transact([putNew(item)]);

  test('writes and reads every attribute type', async () => {
    const item = { ...newKey(), ...everyType };
    await putItem({ Item: { ...item, absent: undefined } });
    expect(await getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
  });

  test('returns items in the sequence of the requested keys, and a query with its consumed capacity', async () => {
    const [first, second, missing] = [newKey(), newKey(), newKey()];
    await transact([putNew({ ...first, is: 1 }), putNew({ ...second, is: 2 })]);
    expect(await getItems([second, missing, first])).toMatchObject([{ is: 2 }, undefined, { is: 1 }]);
    const page = await query({
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':pk': first.pk },
    });
    expect(page).toMatchObject({ Items: [{ ...first, is: 1 }], ConsumedCapacity: { CapacityUnits: 0.5 } });
  });

  test('returns the rejected write of a transaction and the existing item', async () => {
    const [taken, free] = [newKey(), newKey()];
    await put({ ...taken, name: 'first' });
    const refusals = await tryTransact([putNew(free), putNew({ ...taken, name: 'second' })]);
    expect(refusals).toMatchObject([{ write: { item: taken }, existing: { name: 'first' } }]);
    expect(await getItem(free)).toBeUndefined();
  });

  test('returns the existing item when the condition of a put fails', async () => {
    const item = { ...newKey(), name: 'first' };
    const when = { condition: 'attribute_not_exists(#pk)' };
    expect(await putOrGetExisting(item, when)).toBeUndefined();
    expect(await putOrGetExisting({ ...item, name: 'second' }, when)).toEqual(item);
  });

  test('throws a ValidationException for an invalid request without a retry', async () => {
    const wrong = query({ KeyConditionExpression: 'nonsense' });
    await expect(wrong).rejects.toMatchObject({ name: 'ValidationException' });
    expect(engine.callsOf('Query')).toHaveLength(1);
  });

  test.each(['throttled', 'internal', 'away', 'lost', 'hung'] as const)(
    'retries a call after the fault "%s"',
    async (fault) => {
      const item = { ...newKey(), name: 'there' };
      await put(item);
      engine.fail(faults[fault], { operation: 'GetItem', times: 1 });
      expect(await getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
      expect(engine.callsOf('GetItem')).toHaveLength(2);
    },
  );

  test.each(['throttled', 'internal', 'away'] as const)(
    'gives up after four attempts when the fault "%s" persists',
    async (fault) => {
      engine.fail(faults[fault], { operation: 'GetItem' });
      await expect(getItem(newKey())).rejects.toMatchObject({ code: 'service_busy' });
      expect(engine.callsOf('GetItem')).toHaveLength(4);
    },
  );

  test('retries after an error response without an error name, such as that of a proxy', async () => {
    engine.fail({ kind: 'error', status: 503, body: [] }, { operation: 'GetItem', times: 1 });
    expect(await getItem(newKey())).toBeUndefined();
  });

  test('a read returns all items when a call processes only the first key', async () => {
    const wanted = [newKey(), newKey(), newKey()];
    await transact(wanted.map((item) => putNew(item)));
    engine.fail(faults.unprocessed, { operation: 'BatchGetItem' });
    expect(await getItems(wanted)).toEqual(wanted);
    expect(await itemsIn(environment.TABLE_NAME, wanted)).toEqual(wanted);
  });

  test('a read throws a 503 when keys stay unprocessed, because their items may exist', async () => {
    const item = newKey();
    await put(item);
    engine.fail(faults.nothingProcessed, { operation: 'BatchGetItem' });
    await expect(getItems([item])).rejects.toMatchObject({ code: 'service_busy' });
  });

  test('commits a transaction after three conflicts', async () => {
    engine.fail(faults.conflict, { times: 3 });
    const item = { ...newKey(), name: 'late' };
    await put(item);
    expect(await getItem({ pk: item.pk, sk: item.sk })).toEqual(item);
  });
});

describe('a transaction whose write moves to another item after a conflict', () => {
  const increment = (key: Key, onConflict?: Write['onConflict']): Write => ({
    kind: 'increment',
    key,
    add: { total: 1 },
    onConflict,
  });
  const tokens = () =>
    engine.callsOf('TransactWriteItems').map(({ body }) => JSON.parse(body).ClientRequestToken);

  test('a transaction whose writes have changed has another token, because DynamoDB refuses them with the token of an earlier attempt', async () => {
    const [busy, free] = [newKey(), newKey()];
    engine.fail(conflictOn(busy.pk), { times: 1 });
    await transact([increment(busy, { to: () => increment(free) })]);
    expect([await getItem(busy), await getItem(free)]).toMatchObject([undefined, { total: 1 }]);
    expect(new Set(tokens()).size).toBe(2);
  });

  test('a transaction whose writes stay the same keeps its token, so that it is committed once', async () => {
    const item = newKey();
    engine.fail(faults.conflict, { times: 2 });
    await transact([increment(item)]);
    expect([tokens().length, new Set(tokens()).size]).toEqual([3, 1]);
  });

  test.each([
    ['stays at a held item that is not marked, because nobody would read the other item', false],
    ['moves from a held item that another request has marked', true],
  ])('%s', async (_, isMarked) => {
    const [busy, cell] = [newKey(), newKey()];
    await transact([putNew({ ...busy, ...(isMarked && { isBusy: true }) })]);
    engine.fail(conflictOn(busy.pk), { operation: 'TransactWriteItems', times: 2 });
    engine.fail(faults.singleWriteConflict, { operation: 'UpdateItem' });
    await transact([
      increment(busy, {
        flag: { key: busy, attribute: 'isBusy', guard: ifExisting() },
        to: () => increment(cell),
      }),
    ]);
    const totals = [await getItem(busy), await getItem(cell)].map((item) => item?.total);
    expect(totals).toEqual(isMarked ? [undefined, 1] : [1, undefined]);
  });
});
