// Tests external ids and metadata of creators, campaigns, discount codes and conversions.
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { recordOrder, sendOrder, sendOrders, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

let acme: TestBrand;
let globex: TestBrand;
beforeAll(async () => {
  [acme, globex] = [await createBrand('scale'), await createBrand('scale')];
});

type Create = (brand: TestBrand, body?: object) => Promise<Json>;

const kinds: readonly (readonly [path: string, create: Create])[] = [
  ['/affiliates', ({ admin }, body) => invite(admin, body)],
  ['/campaigns', ({ admin }, body) => createCampaign(admin, body)],
  ['/discounts', async ({ admin }, body) => createDiscount(admin, (await invite(admin)).id, body)],
  ['/conversions', ({ admin }, body) => recordOrder(admin, body)],
];

const find = async ({ admin }: TestBrand, path: string, externalId: string) =>
  (await readPage(admin, path, { externalId })).items;

describe.each(kinds)('an external id in %s', (path, create) => {
  const change = (id: string, body: object, { admin }: TestBrand = acme) =>
    send('PATCH', `${path}/${id}`, { token: admin, body });

  test('an external id is unique in its brand, and finds its owner', async () => {
    const externalId = `own id of ${path}`;
    const owner = await create(acme, { externalId });
    expect(owner).toMatchObject({ externalId, metadata: {} });
    expect(await find(acme, path, externalId)).toEqual([owner]);
    expect(await find(globex, path, externalId)).toEqual([]);
    const other = await create(acme);
    const refused = await change(other.id, { externalId });
    expect([refused.status, refused.json.code]).toEqual([409, 'external_id_taken']);
    expect(refused.json.details).toEqual([
      { path: 'externalId', message: `Belongs to ${owner.id}`, values: [owner.id] },
    ]);
    expect((await create(globex, { externalId })).externalId).toBe(externalId);
    await expect(create(acme, { externalId })).rejects.toThrow('409');
  });

  test('PATCH changes and removes an external id, which is free afterwards', async () => {
    const [first, second] = [`first of ${path}`, `second of ${path}`];
    const owner = await create(acme, { externalId: first });
    expect(await patch(acme.admin, `${path}/${owner.id}`, { externalId: second })).toMatchObject({
      id: owner.id,
      externalId: second,
    });
    expect(await find(acme, path, first)).toEqual([]);
    expect(await find(acme, path, second)).toMatchObject([{ id: owner.id }]);
    await patch(acme.admin, `${path}/${owner.id}`, { externalId: second });
    await patch(acme.admin, `${path}/${owner.id}`, { externalId: null });
    expect(await find(acme, path, second)).toEqual([]);
    const next = await create(acme, { externalId: second });
    expect(next.externalId).toBe(second);
  });

  test('PATCH writes nothing when it repeats the present external id and metadata', async () => {
    const body = { externalId: `same of ${path}`, metadata: { tier: 'gold' } };
    const { id } = await create(acme, body);
    const [{ status }, { calls }] = await trafficOf(() => change(id, body));
    expect([status, calls.filter(({ operation }) => operation.startsWith('Transact'))]).toEqual([200, []]);
  });

  test('PATCH keeps what a concurrent PATCH wrote between its read and its write', async () => {
    const { id } = await create(acme);
    const paused = pauseAt(1, () => change(id, { externalId: `late of ${path}` }), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await patch(acme.admin, `${path}/${id}`, { metadata: { tier: 'gold' } });
    expect((await paused.release()).json.data).toMatchObject({
      externalId: `late of ${path}`,
      metadata: { tier: 'gold' },
    });
  });

  test('belongs to one of two that claim it at the same time', async () => {
    const externalId = `raced ${path}`;
    const owners = [await create(acme), await create(acme), await create(acme)];
    const answers = await Promise.all(owners.map(({ id }) => change(id, { externalId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await find(acme, path, externalId)).toHaveLength(1);
  });

  test.each(['', ' a', 'a ', 'ä', 'a\n', 'a'.repeat(256)])(
    'an external id of %j is a 400',
    async (externalId) => {
      const { id } = await create(acme);
      const answer = await change(id, { externalId });
      expect([answer.status, answer.json.details[0].path]).toEqual([400, 'externalId']);
    },
  );
});

describe.each(kinds)('metadata in %s', (path, create) => {
  test('metadata is stored at the creation, merged by PATCH, and removed by null or an empty text', async () => {
    const { id, metadata } = await create(acme, { metadata: { b: '2', a: '1', empty: '' } });
    expect(metadata).toEqual({ a: '1', b: '2' });
    const change = async (changes: unknown) =>
      (await patch(acme.admin, `${path}/${id}`, { metadata: changes })).metadata;
    expect(await change({ c: '3', a: null })).toEqual({ b: '2', c: '3' });
    expect(await change({ b: '', c: '4' })).toEqual({ c: '4' });
    expect(await change({})).toEqual({ c: '4' });
    const read = await send('GET', `${path}/${id}`, { token: acme.member });
    expect(read.json.data.metadata).toEqual({ c: '4' });
    expect(await change(null)).toEqual({});
  });

  test('metadata has at most 50 keys of 40 characters and texts of 500 characters', async () => {
    const full = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key-${index}`, 'x']));
    const { id } = await create(acme, { metadata: full });
    const change = async (metadata: unknown) =>
      (await send('PATCH', `${path}/${id}`, { token: acme.admin, body: { metadata } })).status;
    expect(await change({ another: 'x' })).toBe(400);
    expect(await change({ 'key-0': null, another: 'x'.repeat(500), 'key-1': 'y' })).toBe(200);
    for (const metadata of [
      { 'key-1': 'x'.repeat(501) },
      { 'key-1': 1 },
      { 'key-1': { nested: 'x' } },
      { ['k'.repeat(41)]: null },
      { '': 'x' },
      { 'a[b]': 'x' },
      { 'a\u0000': 'x' },
      { 'key-1': 'x\u0000' },
      { 'key-1': 'two\nlines' },
      { 'key-1': '\u001b[31m' },
      { 'key-1': '\u0085' },
      JSON.parse('{"__proto__":"x"}'),
      [],
      'x',
    ]) {
      expect(await change(metadata), JSON.stringify(metadata)).toBe(400);
    }
  });

  test('metadata can have the name of every property that objects inherit, except `__proto__`', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__');
    expect(names).toContain('constructor');
    const metadata = Object.fromEntries(names.map((name) => [name, `own ${name}`]));
    const { id } = await create(acme, { metadata: { constructor: 'x' } });
    expect((await patch(acme.admin, `${path}/${id}`, { metadata })).metadata).toEqual(metadata);
    const without = { ...metadata, constructor: null };
    const { constructor: _, ...rest } = metadata;
    expect((await patch(acme.admin, `${path}/${id}`, { metadata: without })).metadata).toEqual(rest);
    await recordAllEvents();
    const [event] =
      (await dataOf(send('GET', `/events?resourceId=${id}&limit=1`, { token: acme.admin }))) ?? [];
    expect(event.data.metadata).toEqual({ constructor: 'x' });
  });
});

describe('an order with an external id and metadata', () => {
  test('an order is recorded once, whatever the order of the keys of its metadata', async () => {
    const order = { orderId: unusedOrder(), amount: 1, externalId: unusedOrder() };
    const first = await sendOrder(acme.admin, { ...order, metadata: { a: '1', b: '2' } });
    const again = await sendOrder(acme.admin, { ...order, metadata: { b: '2', a: '1' } });
    expect([first.status, again.status]).toEqual([201, 200]);
    const reused = await sendOrder(acme.admin, { ...order, orderId: unusedOrder() });
    expect([reused.status, reused.json.code]).toEqual([409, 'external_id_taken']);
  });

  test('fails alone in a bulk request if its external id is taken', async () => {
    const externalId = unusedOrder();
    const orders = [1, 2].map((amount) => ({ orderId: unusedOrder(), amount, externalId }));
    const { json } = await sendOrders(acme.admin, [...orders, { orderId: unusedOrder(), amount: 3 }]);
    expect(json.meta).toMatchObject({ created: 2, failed: 1 });
    const failed = json.data.filter(({ status }: Json) => status === 'failed');
    expect(failed).toMatchObject([{ error: { code: 'external_id_taken' } }]);
  });

  test('an order with an external id costs at most two units more than one without, which costs as much as before', async () => {
    const [, plain] = await trafficOf(() => sendOrder(acme.admin));
    const [, annotated] = await trafficOf(() =>
      sendOrder(acme.admin, { orderId: unusedOrder(), amount: 1, externalId: unusedOrder() }),
    );
    expect(plain.capacity).toBeLessThanOrEqual(14);
    expect(annotated.capacity).toBeLessThanOrEqual(plain.capacity + 2);
  });
});

describe('discount codes with external ids', () => {
  test('a discount code fails in a bulk request if its external id is taken, also by an earlier one of the request', async () => {
    const { id: affiliateId } = await invite(acme.admin);
    const taken = await createDiscount(acme.admin, affiliateId, { externalId: 'taken' });
    const code = (name: string, externalId: string) => ({
      code: name,
      type: 'fixed',
      value: 1,
      affiliateId,
      externalId,
    });
    const body = { discounts: [code('x-1', 'new'), code('x-2', 'new'), code('x-3', 'taken')] };
    const { json } = await send('POST', '/discounts/bulk', { token: acme.admin, body });
    expect(json.data).toMatchObject([
      { status: 'created', discount: { externalId: 'new' } },
      {
        status: 'failed',
        error: { code: 'external_id_taken', details: [{ values: [json.data[0].discount.id] }] },
      },
      { status: 'failed', error: { code: 'external_id_taken', details: [{ values: [taken.id] }] } },
    ]);
  });

  test('a deleted discount code or draft campaign releases its external id', async () => {
    const { id: affiliateId } = await invite(acme.admin);
    const discount = await createDiscount(acme.admin, affiliateId, { externalId: 'released' });
    const campaign = await createCampaign(acme.admin, { externalId: 'released' });
    expect((await send('DELETE', `/discounts/${discount.id}`, { token: acme.admin })).status).toBe(204);
    expect((await send('DELETE', `/campaigns/${campaign.id}`, { token: acme.admin })).status).toBe(204);
    await createDiscount(acme.admin, affiliateId, { externalId: 'released' });
    await createCampaign(acme.admin, { externalId: 'released' });
  });
});
