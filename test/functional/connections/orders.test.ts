// Tests how the messages of shops become orders and refunds.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import type { Reading } from '#lib/shops/adapters/adapter.ts';
import { orderReading, shopOrder, storeReadings } from '#test/support/connections.ts';
import { createApiKey, createConnection, createDiscount, invite } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const second = (number: number): string => addSeconds(now(), number - 1000).toISOString();

async function newShop(body: object = {}) {
  const { admin: token } = await createBrand('scale');
  const creator = await invite(token);
  const { code } = await createDiscount(token, creator.id);
  const { id } = await createConnection(token, body);
  const apply = async (...readings: readonly (readonly Reading[])[]) => {
    for (const reading of readings) await storeReadings(id, reading);
    await recordAllEvents();
  };
  const orderOf = (orderId: string) => read(token, `/conversions/by-order-id/${orderId}`);
  const messages = async () =>
    (await send('GET', `/connections/${id}/messages?order=asc`, { token })).json.data;
  return { token, creator, code, id, apply, orderOf, messages };
}

test('a paid order of a shop is recorded with its creator, and its later states correct it', async () => {
  const { creator, code, apply, orderOf, messages } = await newShop();
  const order = shopOrder({ changedAt: second(1), externalId: '#1041' });
  const { orderId } = order;
  await apply(
    [orderReading({ ...order, state: 'open' })],
    [orderReading({ ...order, changedAt: second(2), discountCodes: [code] })],
  );
  expect(await orderOf(orderId)).toMatchObject({ amount: 100, affiliateId: creator.id, externalId: '#1041' });
  const refund = { refundId: 'r-1', amount: 2500, occurredAt: second(3) };
  await apply([
    orderReading({ ...order, amount: 8000, changedAt: second(3), discountCodes: [code], refunds: [refund] }),
  ]);
  expect(await orderOf(orderId)).toMatchObject({ amount: 80, refundedAmount: 25, affiliateId: creator.id });
  await apply([
    orderReading({
      ...order,
      changedAt: second(4),
      amount: 8000,
      refunds: [{ ...refund, isReversed: true }],
    }),
  ]);
  expect(await orderOf(orderId)).toMatchObject({ refundedAmount: 0, affiliateId: null });
  await apply([orderReading({ ...order, changedAt: second(5), state: 'canceled' })]);
  expect((await orderOf(orderId)).canceledAt).not.toBeNull();
  expect((await messages()).map(({ state, reason }: Record<string, unknown>) => [state, reason])).toEqual([
    ['ignored', 'The order is not paid yet'],
    ['done', null],
    ['done', null],
    ['done', null],
    ['done', null],
  ]);
});

test('an older state of an order and a repeated message change nothing', async () => {
  const { apply, orderOf, messages } = await newShop();
  const order = shopOrder({ changedAt: second(2), amount: 5000 });
  await apply(
    [orderReading(order)],
    [orderReading(order)],
    [orderReading({ ...order, changedAt: second(1), amount: 9000 })],
  );
  expect((await orderOf(order.orderId)).amount).toBe(50);
  expect((await messages())[2]).toMatchObject({
    state: 'ignored',
    reason: 'A later state of the order was applied already',
  });
});

test('a refund waits for its order, and a refund that was reversed before does not count', async () => {
  const { apply, orderOf } = await newShop();
  const order = shopOrder({ changedAt: second(1) });
  const { orderId } = order;
  const refund = (refundId: string, isReversed: boolean): readonly Reading[] => [
    {
      kind: 'refund',
      orderId,
      refund: { refundId, amount: 1000, occurredAt: second(5), isReversed },
    },
  ];
  await apply(refund('won', true), refund('lost', false), refund('back', false), refund('back', true));
  await apply(refund('won', false), [orderReading(order)]);
  expect(await orderOf(orderId)).toMatchObject({ amount: 100, refundedAmount: 10 });
  await apply(refund('lost', true), refund('late', false), refund('late', false));
  expect(await orderOf(orderId)).toMatchObject({ amount: 100, refundedAmount: 10 });
});

test('a refund that a state of the order reverses does not count when its own message arrives later', async () => {
  const { apply, orderOf } = await newShop();
  const refund = { refundId: 'back', amount: 1000, occurredAt: second(5) };
  const order = shopOrder({ changedAt: second(1), refunds: [{ ...refund, isReversed: true }] });
  const { orderId } = order;
  await apply([orderReading(order)], [{ kind: 'refund', orderId, refund }]);
  expect(await orderOf(orderId)).toMatchObject({ amount: 100, refundedAmount: 0 });
});

test('a cancellation that arrives before an older state of the order keeps the order out', async () => {
  const { apply, token, messages } = await newShop();
  const order = shopOrder({ changedAt: second(1) });
  const { orderId } = order;
  await apply([{ kind: 'cancel', orderId, at: second(2), reason: 'Deleted' }], [orderReading(order)]);
  expect((await send('GET', `/conversions/by-order-id/${orderId}`, { token })).status).toBe(404);
  expect((await messages()).map(({ state }: Record<string, unknown>) => state)).toEqual([
    'ignored',
    'ignored',
  ]);
});

test('a test order of a shop is recorded in the test data only', async () => {
  const { apply, token } = await newShop({ settings: { orderIdPrefix: 'uk-' } });
  const order = shopOrder({ isTest: true });
  await apply([orderReading(order)]);
  const { key } = await createApiKey(token, { mode: 'test' });
  const path = `/conversions/by-order-id/uk-${order.orderId}`;
  expect((await send('GET', path, { token: key })).status).toBe(200);
  expect((await send('GET', path, { token })).status).toBe(404);
});

test('a message that can never be applied fails with its reason, and the connection recovers with the next one', async () => {
  const { apply, token, id, messages } = await newShop();
  const events = async () => {
    const { data } = (await send('GET', '/events?type=connection.*', { token })).json;
    return data.map(({ type }: Record<string, unknown>) => type);
  };
  const connection = () => read(token, `/connections/${id}`);
  await apply([orderReading(shopOrder({ currency: 'JPY' }))], [orderReading(shopOrder({ currency: 'JPY' }))]);
  expect((await messages())[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('JPY') });
  expect(await connection()).toMatchObject({ failure: expect.stringContaining('JPY') });
  await apply([orderReading(shopOrder())]);
  expect(await connection()).toMatchObject({ failure: null, failingSince: null });
  expect(await events()).toEqual(['connection.created', 'connection.failed', 'connection.recovered']);
});
