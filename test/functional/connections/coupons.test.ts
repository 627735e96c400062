// Tests that a discount code becomes a coupon of the connected shop, through the stream, the queue and a shop of this machine.
import { expect, test } from 'vitest';
import { RefusedByShop } from '#lib/shops/coupons/rules/coupon.ts';
import { storeReadings } from '#test/support/connections.ts';
import { createConnection, createDiscount, invite, patch } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { allItems } from '#test/support/items.ts';
import { read } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { wooCommerceApi } from '#test/support/shops/vendor-apis.ts';
import { type Behaviour, behaviours } from '#test/support/webhook-receivers.ts';

const keys = { key: 'ck_12345678', secret: 'cs_12345678' };

/** A WooCommerce of this machine, and a brand that is connected with it. */
async function connectedShop() {
  const api = wooCommerceApi();
  const shop = await receiverOfTest();
  const answer: Behaviour = async (response, { method = 'GET', url = '', headers }) => {
    const { body } = shop.received.at(-1) ?? { body: '' };
    const sent = { method: method as 'GET', url: new URL(url, shop.url).href, body };
    try {
      const result = await api.ask({ ...sent, headers: { authorization: headers.authorization ?? '' } });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    } catch (error) {
      if (!(error instanceof RefusedByShop)) throw error;
      response.writeHead(401).end(JSON.stringify({ message: error.message }));
    }
  };
  const healthy = () => shop.become(answer);
  healthy();
  const { admin: token, brand } = await createBrand('scale');
  const storeUrl = new URL(shop.url).origin;
  const access = { storeUrl: `${storeUrl}/`, ...keys };
  const { id } = await createConnection(token);
  await patch(token, `/connections/${id}`, { access });
  const messages = async () => (await send('GET', `/connections/${id}/messages`, { token })).json.data;
  const retry = () =>
    send('POST', `/connections/${id}/messages/retry`, { token, body: { filter: { state: 'failed' } } });
  const creator = await invite(token);
  return { api, shop, answer, healthy, token, brand, id, access, messages, retry, creator };
}

test('a discount code becomes a coupon of the shop, follows its changes, and ends with it', async () => {
  const { api, token, id, creator, messages } = await connectedShop();
  expect((await read(token, `/connections/${id}`)).makesCoupons).toBe(true);
  expect(JSON.stringify(await allItems())).not.toContain(keys.secret);
  const discount = await createDiscount(token, creator.id, { code: 'ADA15', value: 15 });
  await recordAllEvents();
  const ada = { code: 'ada15', isActive: true, value: '15', endsAt: null, usageLimit: null };
  expect(api.coupons()).toEqual([ada]);
  expect(await messages()).toEqual([
    expect.objectContaining({ state: 'done', topic: 'coupon', reason: null }),
  ]);
  await patch(token, `/discounts/${discount.id}`, { status: 'paused', usageLimit: 5 });
  await recordAllEvents();
  expect(api.coupons()).toEqual([{ ...ada, isActive: false, usageLimit: 5 }]);
  await send('DELETE', `/discounts/${discount.id}`, { token });
  await recordAllEvents();
  expect(api.coupons()).toEqual([]);
});

test('an event that arrives again makes no further message', async () => {
  const { api, token, brand, creator, messages } = await connectedShop();
  await createDiscount(token, creator.id, { code: 'ZOE10' });
  await recordAllEvents();
  const [event] = (await followFeed(token)).filter(({ type }) => type === 'discount.created');
  await runWorker('shopMessages', { brandId: brand.id, id: event?.id });
  await recordAllEvents();
  expect(await messages()).toHaveLength(1);
  expect(api.coupons()).toHaveLength(1);
});

test('a code that changes while the shop answers has its newest state in the shop', async () => {
  const { api, shop, healthy, answer, token, creator } = await connectedShop();
  const discount = await createDiscount(token, creator.id, { code: 'EVA10' });
  shop.become(async (response, request) => {
    if (request.method === 'POST') {
      healthy();
      await patch(token, `/discounts/${discount.id}`, { usageLimit: 7 });
    }
    await answer(response, request);
  });
  await recordAllEvents();
  expect(api.coupons()).toMatchObject([{ code: 'eva10', usageLimit: 7 }]);
});

test('a refused coupon fails with the reason of the shop, and a retry with the right key makes it', async () => {
  const { api, token, id, creator, access, messages, retry } = await connectedShop();
  await patch(token, `/connections/${id}`, { access: { ...access, secret: 'cs_wrong_key' } });
  await createDiscount(token, creator.id, { code: 'MIA10' });
  await recordAllEvents();
  expect(await messages()).toMatchObject([
    {
      state: 'failed',
      reason: 'The API of the shop refused the coupon with the status 401: Consumer key is invalid',
    },
  ]);
  await patch(token, `/connections/${id}`, { access });
  await retry();
  await recordAllEvents();
  expect(api.coupons()).toMatchObject([{ code: 'mia10' }]);
});

test('a coupon waits while the shop is unavailable', async () => {
  const { api, shop, healthy, token, creator, messages } = await connectedShop();
  shop.become(behaviours.answer(503, 'maintenance'));
  await createDiscount(token, creator.id, { code: 'LEA10' });
  await recordAllEvents();
  const [{ state, reason, attempts }] = await messages();
  expect([state, attempts]).toEqual(['failed', 10]);
  expect(reason).toBe('The API of the shop is unavailable: The endpoint answered with the status 503');
  healthy();
  expect(api.coupons()).toEqual([]);
});

test('a coupon that waits says why', async () => {
  const { shop, brand, token, id, creator, messages } = await connectedShop();
  shop.become(behaviours.answer(503, 'maintenance'));
  const { id: discountId, code } = await createDiscount(token, creator.id);
  const message = await storeReadings(id, [{ kind: 'coupon', discountId, code }]);
  await runWorker('shopMessages', { brandId: brand.id, id: message });
  expect((await messages())[0]).toMatchObject({
    ...{ state: 'waiting', attempts: 1 },
    reason: expect.stringMatching(/status 503\. The service tries again within 15 minutes$/),
  });
});

test.each([
  ['shopify', { key: keys.key }, 'access.storeUrl'],
  ['shopify', { key: keys.key, storeUrl: 'https://shop.acme.test' }, 'access.storeUrl'],
  ['woocommerce', { key: keys.key, storeUrl: 'https://shop.acme.test' }, 'access.secret'],
  ['woocommerce', { ...keys, storeUrl: 'https://10.0.0.1' }, 'access.storeUrl'],
])('an access that a shop of %s cannot have is refused (%o)', async (type, access, path) => {
  const { admin: token } = await createBrand('scale');
  const body = { type, name: 'Shop', secret: 'secret-of-the-shop', access };
  const { status, json } = await send('POST', '/connections', { token, body });
  expect([status, json.details[0].path]).toEqual([400, path]);
});

test('a connection without access makes no coupons', async () => {
  const { token, id, creator, messages, api } = await connectedShop();
  await patch(token, `/connections/${id}`, { access: null });
  expect((await read(token, `/connections/${id}`)).makesCoupons).toBe(false);
  await createDiscount(token, creator.id);
  await recordAllEvents();
  expect([await messages(), api.coupons()]).toEqual([[], []]);
});
