import { beforeAll, describe, expect, test } from 'vitest';
import { createDiscount, invite } from '#test/support/creations.ts';
import { isReplay } from '#test/support/idempotent-requests.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { read, recordOrder, sendOrder, sendOrders, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const order = (fields: object = {}) => ({ orderId: unusedOrder(), amount: 100, ...fields });
const statusesIn = ({ data }: Json): readonly string[] => data.map(({ status }: Json) => status);

describe('POST /v1/conversions/bulk', () => {
  test('records or rejects each order separately and returns the results in the sequence of the request', async () => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const { code } = await createDiscount(admin, creator.id);
    const known = order();
    const recorded = await recordOrder(admin, known);
    const answer = await sendOrders(admin, [
      order({ discountCode: code }),
      known,
      { ...known, amount: 5 },
      order({ amount: 0.005 }),
      order({ exchangeRate: '2' }),
      order({ trackingCode: creator.trackingCode }),
      order({ amount: '0.001' }),
      order(),
    ]);
    expect(answer.status).toBe(200);
    expect(statusesIn(answer.json)).toEqual([
      'created',
      'existing',
      'failed',
      'failed',
      'failed',
      'created',
      'failed',
      'created',
    ]);
    expect(answer.json.meta).toEqual({ total: 8, created: 3, failed: 4, cursor: null });
    const { data } = answer.json;
    expect(data[1]).toEqual({ index: 1, status: 'existing', conversion: recorded });
    expect(data[2].error).toEqual(
      errorBody(
        409,
        `\`orderId\` is already used by ${recorded.id} with a different body: repeat that body, or send another \`orderId\``,
        [{ path: 'orderId', message: `Belongs to ${recorded.id}`, values: [recorded.id] }],
      ),
    );
    expect(data.slice(3, 5).map(({ error }: Json) => error)).toEqual([
      invalidFields('amount'),
      invalidFields('exchangeRate'),
    ]);
    expect(data[6].error).toEqual(invalidFields('amount'));
    for (const index of [0, 5, 7]) {
      const { conversion } = data[index];
      expect(await read(admin, `/conversions/${conversion.id}`)).toMatchObject(conversion);
    }
    expect(await sumsOf(admin, creator.id)).toEqual({
      totalRevenue: 200,
      totalOrders: 2,
      commissionEarned: 20,
    });
  });

  test('records the first of several orders that share an orderId', async () => {
    const { admin } = await createBrand();
    const first = order();
    const { json } = await sendOrders(admin, [first, { ...first, amount: 1 }, order(), first]);
    expect(statusesIn(json)).toEqual(['created', 'failed', 'created', 'existing']);
    expect(json.data[3].conversion).toEqual(json.data[0].conversion);
    expect(json.meta).toEqual({ total: 4, created: 2, failed: 1, cursor: null });
  });

  test('records and counts 100 orders of one creator once when the batch is sent twice', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    const orders = Array.from({ length: 100 }, () => order({ amount: 0.99, trackingCode }));
    expect((await sendOrders(admin, orders)).json.meta).toMatchObject({ created: 100, failed: 0 });
    const again = await sendOrders(admin, orders);
    expect(again.json.meta).toEqual({ total: 100, created: 0, failed: 0, cursor: null });
    expect(new Set(statusesIn(again.json))).toEqual(new Set(['existing']));
    expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 99, totalOrders: 100, commissionEarned: 10 });
  });

  test('returns 200 and writes nothing when every order fails', async () => {
    const before = await allItems();
    const answer = await sendOrders(acme.admin, [order({ exchangeRate: '2' }), order({ amount: 0.001 })]);
    expect([answer.status, answer.json.meta]).toEqual([
      200,
      { total: 2, created: 0, failed: 2, cursor: null },
    ]);
    expect(await allItems()).toEqual(before);
  });

  test('deduplicates an order that is sent in a batch and then to POST /v1/conversions', async () => {
    const { admin } = await createBrand();
    const body = order();
    const { json } = await sendOrders(admin, [body]);
    const alone = await sendOrder(admin, body);
    expect([alone.status, alone.json.data]).toEqual([200, json.data[0].conversion]);
  });
});

describe('POST /v1/conversions/bulk (validation)', () => {
  test.each([
    ['no orders', [], 'conversions'],
    ['101 orders', Array.from({ length: 101 }, () => ({ orderId: 'o', amount: 1 })), 'conversions'],
    ['an object instead of a list', {}, 'conversions'],
    ['null among the orders', [{ orderId: 'o', amount: 1 }, null], 'conversions.1'],
  ])('returns 400 and writes nothing for %s', async (_, conversions, path) => {
    const before = await allItems();
    expectError(await sendOrders(acme.admin, conversions), invalidFields(path));
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['no amount', { amount: undefined }, 'amount'],
    ['an unknown field', { tax: 1 }, 'tax'],
    ['an empty code', { discountCode: '' }, 'discountCode'],
    ['an order id of the wrong type', { orderId: {} }, 'orderId'],
  ])('fails only the order with %s', async (_, invalid, path) => {
    const { admin } = await createBrand();
    const orders = [order({ metadata: null }), order(invalid), order()];
    for (const query of ['?dryRun=true', '']) {
      const { status, json } = await send('POST', `/conversions/bulk${query}`, {
        token: admin,
        body: { conversions: orders },
      });
      expect([status, json.meta.failed]).toEqual([200, 1]);
      const done = query === '' ? 'created' : 'preview';
      expect(json.data.map((row: Json) => [row.index, row.status, row.error])).toEqual([
        [0, done, undefined],
        [1, 'failed', invalidFields(path)],
        [2, done, undefined],
      ]);
    }
  });

  test('returns the same results for a retry with its key, and refuses the key for other invalid orders', async () => {
    const { admin } = await createBrand();
    const headers = { 'idempotency-key': 'orders-of-monday' };
    const ask = (invalid: object) =>
      send('POST', '/conversions/bulk', { token: admin, headers, body: { conversions: [body, invalid] } });
    const body = order();
    const first = await ask({ orderId: 'p' });
    const again = await ask({ orderId: 'p' });
    expect([first.status, first.json.meta.created, first.json.meta.failed]).toEqual([200, 1, 1]);
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
    expect((await ask({ orderId: 'p', tax: 1 })).json.code).toBe('idempotency_key_reused');
  });

  test('returns 403 to a user with the role member', async () => {
    expectError(
      await sendOrders(acme.member, [order()]),
      errorBody(403, 'Your role does not allow this action'),
    );
  });
});
