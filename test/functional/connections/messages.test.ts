// Tests connections, and how the messages of shops are received, listed and retried.
import { expect, test, vi } from 'vitest';
import { isUnavailable, unavailable } from '#lib/foundation/shared/errors.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { messagesPerMinute, refusedPerMinute } from '#lib/shops/connections/rules/limits.ts';
import { orderReading, sendAsShop, shopOrder, storeReadings } from '#test/support/connections.ts';
import { createConnection, patch, recordOrder } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems, itemsOfType, replaceItem } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { createBrand, send } from '#test/support/service.ts';
import { shopSecret, wooOrder } from '#test/support/shop-messages.ts';

async function newShop() {
  const { admin: token, brand } = await createBrand('scale');
  const { id, url } = await createConnection(token);
  const messages = async (query = '') =>
    (await send('GET', `/connections/${id}/messages${query}`, { token })).json.data;
  const retry = (body: object) => send('POST', `/connections/${id}/messages/retry`, { token, body });
  return { token, brand, id, url, messages, retry };
}

test('a signed message of a shop is recorded once, and its secret and its customer are stored encrypted', async () => {
  const { token, id, url, messages } = await newShop();
  const email = 'ada.lovelace@customers.test';
  const body = wooOrder({ id: 1041, billing: { email }, total: '119.00' });
  expect(url).toMatch(new RegExp(`/v1/connections/${id}/events$`));
  expect((await sendAsShop(id, body)).json).toEqual({ data: { received: true } });
  const text = JSON.stringify(await allItems());
  expect([text.includes(shopSecret), text.includes(email), text.includes('1041')]).toEqual([
    false,
    false,
    true,
  ]);
  await recordAllEvents();
  expect(await read(token, '/conversions/by-order-id/1041')).toMatchObject({ amount: 100, orderTotal: 119 });
  expect(await messages()).toEqual([
    expect.objectContaining({ state: 'done', topic: 'order.updated', orderId: '1041', attempts: 1 }),
  ]);
  const [stored] = await itemsOfType('shopMessage').then((all) =>
    all.filter(({ orderId }) => orderId === '1041'),
  );
  expect(stored).not.toHaveProperty('readings');
  expect((await read(token, `/connections/${id}`)).lastMessageAt).not.toBeNull();
});

test('a wrong signature and an unknown connection have the same answer, up to a limit that valid messages do not know', async () => {
  fakeClock('2026-03-01T12:00:00.000Z');
  const { token, id } = await newShop();
  const unknown = id.replace(/.{4}$/, '0000');
  const sourceIp = '198.51.100.99';
  const answers = await Promise.all([
    sendAsShop(id, wooOrder(), { secret: 'wrong', sourceIp }),
    sendAsShop(unknown, wooOrder(), { sourceIp }),
  ]);
  const [known, other] = answers.map(({ status, json }) => ({ ...json, requestId: null, status }));
  expect(known).toMatchObject({ status: 401, code: 'message_signature_invalid' });
  expect(other).toEqual(known);
  expect((await read(token, `/connections/${id}`)).lastRefusedAt).not.toBeNull();
  for (let sent = 2; sent < refusedPerMinute; sent += 1) await sendAsShop(unknown, '{}', { sourceIp });
  const refused = await sendAsShop(unknown, '{}', { sourceIp });
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([
    429,
    'message_limit_reached',
    '60',
  ]);
  expect((await sendAsShop(id, wooOrder(), { sourceIp })).status).toBe(200);
  expect((await sendAsShop(unknown, 'webhook_id=7', { sourceIp })).status).toBe(200);
});

test('a connection accepts a limited number of messages in a minute, and bodies of 512 KiB', async () => {
  const clock = fakeClock('2026-03-01T12:00:10.000Z');
  const { id } = await newShop();
  await sendAsShop(id, wooOrder());
  const [activity] = (await allItems()).filter(({ sk, count }) => sk === id && count !== undefined);
  expect(activity).toMatchObject({ count: 1 });
  await replaceItem({ ...activity, count: messagesPerMinute });
  const refused = await sendAsShop(id, wooOrder());
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '50']);
  clock.advance(50);
  expect((await sendAsShop(id, wooOrder())).status).toBe(200);
  const large = await sendAsShop(id, wooOrder({ note: 'x'.repeat(512 * 1024) }));
  expect([large.status, large.json.code]).toEqual([413, 'body_too_large']);
});

test('messages of a paused connection are ignored until somebody retries them', async () => {
  const { token, id, messages, retry } = await newShop();
  await patch(token, `/connections/${id}`, { status: 'paused' });
  await sendAsShop(id, wooOrder({ id: 7 }));
  await sendAsShop(id, wooOrder({ id: 8 }));
  await recordAllEvents();
  expect(await messages('?state=done')).toEqual([]);
  const ignored = await messages('?state=ignored');
  expect(ignored[0]).toMatchObject({ orderId: '8', reason: expect.stringContaining('paused') });
  await patch(token, `/connections/${id}`, { status: 'active' });
  expect((await retry({ ids: [ignored[1].id] })).json.data).toEqual({ retried: 1, hasMore: false });
  await recordAllEvents();
  expect((await messages('?state=done')).map(({ orderId }: { orderId: string }) => orderId)).toEqual(['7']);
  expect((await retry({ filter: { state: 'ignored' } })).json.data).toEqual({ retried: 1, hasMore: false });
  await recordAllEvents();
  expect((await read(token, '/conversions/by-order-id/8')).amount).toBe(100);
  const unknown = await retry({ ids: ['msg_01JD0000000000000000000000'] });
  expect([unknown.status, unknown.json.code]).toEqual([400, 'reference_not_found']);
});

test('a pause stops orders, and neither the privacy request of a customer nor the end of the connection', async () => {
  const { token, id, messages } = await newShop();
  await recordOrder(token, { customerId: 'customer-7', customerEmail: 'ada@customers.test' });
  await patch(token, `/connections/${id}`, { status: 'paused' });
  for (const reading of [
    { kind: 'eraseCustomer', customerId: 'customer-7' },
    { kind: 'reportCustomer', customerId: 'customer-8' },
    { kind: 'disconnect' },
  ] as const)
    await storeReadings(id, [reading]);
  await storeReadings(id, [orderReading(shopOrder())]);
  await recordAllEvents();
  const states = (await messages('?order=asc')).map(({ state }: { state: string }) => state);
  expect(states).toEqual(['done', 'done', 'done', 'ignored']);
  expect((await read(token, `/connections/${id}`)).failure).toContain('removed');
});

test('a test order says that it is in the test data, where its creator must be', async () => {
  const { id, messages } = await newShop();
  await storeReadings(id, [orderReading(shopOrder({ isTest: true }))]);
  await storeReadings(id, [orderReading(shopOrder())]);
  await recordAllEvents();
  const sent = await messages('?order=asc');
  expect(sent.map(({ state, isTest }: Json) => [state, isTest])).toEqual([
    ['done', true],
    ['done', false],
  ]);
});

test('a message that cannot be read fails, and does not stop the next one', async () => {
  const { token, id, messages, retry } = await newShop();
  await sendAsShop(id, '{"id":1}');
  await sendAsShop(id, wooOrder({ id: 9 }));
  await recordAllEvents();
  expect((await messages('?state=failed'))[0]).toMatchObject({
    topic: 'unreadable',
    reason: expect.stringContaining('cannot be read'),
  });
  expect((await read(token, '/conversions/by-order-id/9')).amount).toBe(100);
  expect((await retry({ filter: { state: 'failed' } })).json.data.retried).toBe(0);
});

test('a message waits while the table is busy, and fails after the last attempt', async () => {
  const { brand, id, messages, retry, token } = await newShop();
  const order = shopOrder();
  const messageId = await storeReadings(id, [orderReading(order)]);
  const work = () => runWorker('shopMessages', { brandId: brand.id, id: messageId });
  const original = dynamoDb.send.bind(dynamoDb);
  const busy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === 'TransactWriteItems' && JSON.stringify(args[1]).includes('CONVERSION'))
      throw unavailable();
    return Reflect.apply(original, undefined, args);
  });
  await work();
  expect((await messages())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  for (let attempt = 2; attempt < 10; attempt += 1) await work();
  await expect(work()).rejects.toSatisfy(isUnavailable);
  expect((await messages())[0]).toMatchObject({ state: 'failed', attempts: 10 });
  busy.mockRestore();
  await retry({ filter: { state: 'failed' } });
  await recordAllEvents();
  expect((await read(token, `/conversions/by-order-id/${order.orderId}`)).amount).toBe(100);
});

test('a shop that removes the connection pauses it, and a customer whom it erases is erased here', async () => {
  const { token, id, messages } = await newShop();
  const { id: conversionId } = await recordOrder(token, {
    customerId: 'customer-7',
    customerEmail: 'ada@customers.test',
  });
  await storeReadings(id, [{ kind: 'eraseCustomer', customerId: 'customer-7' }]);
  await storeReadings(id, [{ kind: 'eraseCustomer', customerId: 'nobody' }]);
  await storeReadings(id, [{ kind: 'disconnect' }]);
  await recordAllEvents();
  expect((await messages('?order=asc')).map(({ state }: { state: string }) => state)).toEqual([
    'done',
    'ignored',
    'done',
  ]);
  const events = (await send('GET', '/events?limit=100', { token })).json.data;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['customer.personal_data_erased', 'connection.failed']),
  );
  expect((await read(token, `/conversions/${conversionId}`)).id).toBe(conversionId);
  expect(await read(token, `/connections/${id}`)).toMatchObject({
    status: 'paused',
    failure: expect.stringContaining('removed'),
  });
});

test('a brand has at most 20 connections, and a message of a deleted one is refused', async () => {
  const { token, id } = await newShop();
  const body = { type: 'stripe', name: 'Shop', secret: shopSecret };
  for (let count = 1; count < 20; count += 1) await createConnection(token, body);
  const refused = await send('POST', '/connections', { token, body });
  expect([refused.status, refused.json.code]).toEqual([403, 'connection_limit_reached']);
  expect((await send('DELETE', `/connections/${id}`, { token })).status).toBe(204);
  expect((await sendAsShop(id, wooOrder())).status).toBe(401);
  expect((await send('POST', '/connections', { token, body })).status).toBe(201);
});

test('a new secret counts at once, and messages of test data that was reset are refused', async () => {
  const { token, id } = await newShop();
  await patch(token, `/connections/${id}`, { secret: 'another-secret' });
  expect((await sendAsShop(id, wooOrder())).status).toBe(401);
  expect((await sendAsShop(id, wooOrder(), { secret: 'another-secret' })).status).toBe(200);
  const headers = { 'x-mode': 'test' };
  const input = { type: 'woocommerce', name: 'Test shop', secret: shopSecret };
  const created = await send('POST', '/connections', { token, headers, body: input });
  expect((await sendAsShop(created.json.data.id, wooOrder())).status).toBe(200);
  await send('POST', '/test/reset', { token, headers });
  expect((await sendAsShop(created.json.data.id, wooOrder())).status).toBe(401);
});
