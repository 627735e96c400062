// Tests the limits of requests of a brand in a minute.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newKeyText } from '#lib/access/api-keys/rules/key-text.ts';
import { wasAccepted } from '#lib/access/api-keys/store/accepted-keys.ts';
import { plans } from '#lib/access/billing/rules/plans.ts';
import { setRequestLimit, setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import { type Window, windowAt } from '#lib/access/request-limits/rules/window.ts';
import { brandCounter, countedRequests, countRequest } from '#lib/access/request-limits/store/count.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { dynamoDb, getItem } from '#lib/foundation/table/client.ts';
import { requestKeys } from '#lib/foundation/table/keys/request-keys.ts';
import { createApiKey, createWebhook, invite, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { useSystemTimer } from '#test/support/timers.ts';
import { trafficOf } from '#test/support/traffic.ts';

const turn = (REQUEST_LIMITS: 'on' | 'off') => Object.assign(environment, { REQUEST_LIMITS });

beforeEach(() => {
  turn('on');
});

afterEach(() => {
  vi.restoreAllMocks();
  turn('off');
});

const list = (token: string, headers = {}) => send('GET', '/affiliates', { token, headers });

const limitsIn = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

const storedCount = async (brandId: string, now: Date): Promise<number> =>
  Number((await getItem(requestKeys.requestCount(windowAt(brandId, 'live', now))))?.count);

async function limitedBrand(requestsPerMinute: number) {
  const created = await createBrand('scale');
  await setRequestLimit(created.brand.id, requestsPerMinute);
  return { token: created.admin, id: created.brand.id };
}

describe('the limit of requests', () => {
  test('a Growth brand may send 600 requests in a minute, and a Scale brand 3,000', () => {
    expect([plans.growth.requestsPerMinute, plans.scale.requestsPerMinute]).toEqual([600, 3000]);
  });

  test.each(['growth', 'scale'] as const)(
    'a brand of the plan %s learns its limit from each response',
    async (plan) => {
      fakeClock();
      const { admin: token } = await createBrand(plan);
      const answers = [await list(token), await list(token), await list(token)];
      const limit = plans[plan].requestsPerMinute;
      expect(answers.map(limitsIn).map(([its, remaining]) => [its, remaining])).toEqual([
        [limit, limit - 1],
        [limit, limit - 2],
        [limit, limit - 3],
      ]);
    },
  );

  test('the request above the limit is a 429 that names the seconds to wait, and succeeds after them', async () => {
    const clock = fakeClock();
    const { token } = await limitedBrand(3);
    for (const remaining of [2, 1, 0]) {
      const answer = await list(token);
      expect([answer.status, limitsIn(answer)[1]]).toEqual([200, remaining]);
    }
    const refused = await list(token);
    const [limit, remaining, reset] = limitsIn(refused);
    expect([refused.status, refused.json.code, limit, remaining]).toEqual([
      429,
      'request_limit_reached',
      3,
      0,
    ]);
    expect(Number(refused.headers['retry-after'])).toBe(reset);
    expect(refused.json.message).toContain(`in ${reset} seconds`);
    clock.advance(Number(reset));
    expect((await list(token)).status).toBe(200);
  });

  test('a refused request does not count, so that a client that retries too early is not refused for longer', async () => {
    const clock = fakeClock();
    const { token } = await limitedBrand(2);
    for (let request = 0; request < 10; request += 1) await list(token);
    clock.advance(60);
    expect(limitsIn(await list(token))[1]).toBe(1);
  });

  test('each order of a bulk request counts as a request', async () => {
    fakeClock();
    const { token } = await limitedBrand(15);
    const orders = (from: number) => ({
      conversions: Array.from({ length: 10 }, (_, nth) => ({ orderId: `order-${from + nth}`, amount: 1 })),
    });
    const first = await send('POST', '/conversions/bulk', { token, body: orders(0) });
    expect([first.status, limitsIn(first)[1]]).toEqual([200, 5]);
    const second = await send('POST', '/conversions/bulk', { token, body: orders(10) });
    expect([second.status, limitsIn(second)[1]]).toEqual([429, 5]);
    expect((await list(token)).status).toBe(200);
  });

  test('a bulk request that is larger than the limit succeeds as the first one of a minute', async () => {
    const clock = fakeClock();
    const { token } = await limitedBrand(2);
    const body = { conversions: [1, 2, 3].map((amount) => ({ orderId: `order-${amount}`, amount })) };
    expect((await send('POST', '/conversions/bulk', { token, body })).status).toBe(200);
    expect((await list(token)).status).toBe(429);
    clock.advance(60);
    expect((await list(token)).status).toBe(200);
  });

  test('test mode has a count of its own, with the limit of the live brand', async () => {
    fakeClock();
    const { token } = await limitedBrand(2);
    await list(token);
    await list(token);
    const inTestMode = await list(token, { 'x-mode': 'test' });
    expect([inTestMode.status, ...limitsIn(inTestMode).slice(0, 2)]).toEqual([200, 2, 1]);
    expect((await list(token)).status).toBe(429);
  });

  test('the requests of one brand do not count for another', async () => {
    fakeClock();
    const [one, other] = [await limitedBrand(1), await limitedBrand(1)];
    await list(one.token);
    expect((await list(one.token)).status).toBe(429);
    expect((await list(other.token)).status).toBe(200);
  });

  test('requests with keys that were never issued do not count, although they name the brand', async () => {
    const clock = fakeClock();
    const { token, id } = await limitedBrand(3);
    const stored = () => storedCount(id, clock.now());
    expect((await list(token)).status).toBe(200);
    expect(await stored()).toBe(1);
    for (let request = 0; request < 4; request += 1) {
      const forged = newKeyText('live', id, newId('apiKey', clock.now()));
      expect((await list(forged)).status).toBe(401);
      expect(await stored()).toBe(1);
    }
    expect((await list(token)).status).toBe(200);
    const counts = await getItem(requestKeys.requestCount(windowAt(id, 'live', clock.now())));
    expect(Object.keys(counts ?? {}).filter((name) => name.startsWith('by'))).toHaveLength(1);
  });

  test('a key that this process has not accepted yet is counted after its first request', async () => {
    const clock = fakeClock();
    const { token, id } = await limitedBrand(9);
    const { key } = await createApiKey(token);
    const stored = () => storedCount(id, clock.now());
    const before = await stored();
    expect((await list(key)).status).toBe(200);
    expect(await stored()).toBe(before);
    expect(limitsIn(await list(key))[1]).toBe(6);
    expect(await stored()).toBe(before + 2);
  });

  test('a revoked key counts no more after the first request that it refuses', async () => {
    const clock = fakeClock();
    const { token, id } = await limitedBrand(9);
    const { key, id: keyId } = await createApiKey(token);
    expect((await list(key)).status).toBe(200);
    expect(wasAccepted(key)).toBe(true);
    await send('DELETE', `/api-keys/${keyId}`, { token });
    expect((await list(key)).status).toBe(401);
    expect(wasAccepted(key)).toBe(false);
    const stored = () => storedCount(id, clock.now());
    const before = await stored();
    for (let request = 0; request < 3; request += 1) expect((await list(key)).status).toBe(401);
    expect(await stored()).toBeLessThanOrEqual(before);
    expect(limitsIn(await list(token))[1]).toBe(5);
  });

  test('a request that another check refuses counts, and its response has the headers', async () => {
    fakeClock();
    const { token } = await limitedBrand(4);
    const refused = [
      await send('GET', '/test/clock', { token, headers: { 'x-mode': 'live' } }),
      await send('GET', '/affiliates?limit=none', { token }),
      await send('POST', '/campaigns', { token, body: '{"name":' }),
      await send('GET', '/campaigns/unknown', { token }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 400, 404]);
    expect(refused.map((answer) => limitsIn(answer)[1])).toEqual([3, 2, 1, 0]);
    expect((await send('POST', '/campaigns', { token, body: '{"name":' })).status).toBe(429);
  });

  test('requests that an API key may not send use up the limit of the key, but not that of the brand', async () => {
    const clock = fakeClock();
    const { token, id } = await limitedBrand(4);
    const narrow = await createApiKey(token, { scopes: ['creators:read'] });
    const readCampaigns = () => send('GET', '/campaigns', { token: narrow.key });
    const refused = [];
    for (let request = 0; request < 6; request += 1) refused.push(await readCampaigns());
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual([
      ...Array(4).fill([403, 'scope_missing']),
      ...Array(2).fill([429, 'request_limit_reached']),
    ]);
    expect(refused.map((answer) => limitsIn(answer)[1])).toEqual([3, 2, 1, 0, 0, 0]);
    const above = await list(narrow.key);
    expect([above.status, above.json.message]).toEqual([
      429,
      expect.stringMatching(/^A user or an API key may send/),
    ]);
    expect(limitsIn(await list(token))[1]).toBe(2);
    expect(await storedCount(id, clock.now())).toBe(2);
    clock.advance(60);
    expect((await list(narrow.key)).status).toBe(200);
  });

  test('a caller that may send its requests is limited by those of the whole brand', async () => {
    fakeClock();
    const { token } = await limitedBrand(3);
    const { key } = await createApiKey(token);
    expect(limitsIn(await list(key))[1]).toBe(1);
    expect(limitsIn(await list(token))[1]).toBe(0);
    const refused = [await list(key), await list(token)];
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    for (const { json } of refused) expect(json.message).toMatch(/^The brand may send 3 requests/);
  });

  test('an admin of a canceled brand at its limit revokes keys and users, erases data, and secures the account', async () => {
    fakeClock();
    turn('off');
    const { admin: token, brand } = await createBrand('scale');
    const { token: member, userId } = await newToken(brand.id, 'member');
    const [leaked, ada, hook] = [await createApiKey(token), await invite(token), await createWebhook(token)];
    await recordOrder(token, { customerId: 'customer-1' });
    await setSubscriptionStatus(brand.id, 'canceled');
    await setRequestLimit(brand.id, 1);
    turn('on');
    expect((await send('GET', '/me', { token })).status).toBe(200);
    expect((await send('GET', '/me', { token })).status).toBe(429);
    const call = async (method: string, path: string, body?: object, by = token) =>
      (await send(method, path, { token: by, ...(body && { body }) })).status;
    expect([
      await call('DELETE', `/api-keys/${leaked.id}`),
      await call('DELETE', `/webhook-endpoints/${hook.id}`),
      await call('DELETE', `/affiliates/${ada.id}/personal-data`),
      await call('DELETE', '/customers/customer-1/personal-data'),
      await call('POST', '/auth/logout', {}, member),
      await call('DELETE', `/users/${userId}`),
    ]).toEqual([204, 204, 202, 202, 204, 204]);
    expect((await list(leaked.key)).json.code).toBe('api_key_unknown');
    const { headers } = await send('POST', '/auth/logout', { token });
    expect(headers['x-ratelimit-remaining']).toBe('0');
  });

  test('an order counts once, also with 100 line items', async () => {
    fakeClock();
    const { token } = await limitedBrand(150);
    const items = Array.from({ length: 100 }, (_, nth) => ({ sku: `sku-${nth}`, quantity: 1, price: 1 }));
    const order = await send('POST', '/conversions', {
      token,
      body: { orderId: 'order', amount: 100, items },
    });
    expect([order.status, limitsIn(order)[1]]).toEqual([201, 149]);
    const invalid = await send('POST', '/conversions', { token, body: { junk: Array(200).fill(1) } });
    expect([invalid.status, limitsIn(invalid)[1]]).toEqual([400, 148]);
  });

  test('a minute ends at its last millisecond', async () => {
    const clock = fakeClock('2026-03-01T09:30:00.000Z');
    const { token } = await limitedBrand(1);
    expect(limitsIn(await list(token))).toEqual([1, 0, 60]);
    clock.set('2026-03-01T09:30:59.999Z');
    const refused = await list(token);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    clock.set('2026-03-01T09:31:00.000Z');
    expect((await list(token)).status).toBe(200);
  });

  test('a change of the limit and the end of the subscription apply to the next request of the minute', async () => {
    fakeClock();
    const { token, id } = await limitedBrand(2);
    for (const status of [200, 200, 429]) expect((await list(token)).status).toBe(status);
    await setRequestLimit(id, 4);
    expect(limitsIn(await list(token)).slice(0, 2)).toEqual([4, 1]);
    await setRequestLimit(id, null);
    await setSubscriptionStatus(id, 'canceled');
    expect(limitsIn(await list(token))[0]).toBe(plans.starter.requestsPerMinute);
  });

  test('public requests have no limit', async () => {
    const { status, headers } = await send('GET', '/health');
    expect([status, headers['x-ratelimit-limit']]).toEqual([200, undefined]);
  });
});

/** Replaces the calls that count requests. */
function replaceCounting(answer: () => Promise<unknown>): () => number {
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  let calls = 0;
  vi.spyOn(dynamoDb, 'send').mockImplementation((...args: unknown[]) => {
    if (!JSON.stringify(args[1]).includes('#REQUESTS"')) return Reflect.apply(sendCommand, undefined, args);
    calls += 1;
    return answer();
  });
  return () => calls;
}

const nothing = { brand: 0, caller: 0 };

describe('counting', () => {
  test('counting costs one call, in parallel with the authentication', async () => {
    fakeClock();
    const { token } = await limitedBrand(1000);
    await list(token);
    turn('off');
    const [, without] = await trafficOf(() => list(token));
    turn('on');
    const [, counted] = await trafficOf(() => list(token));
    expect(counted.roundTrips).toBe(without.roundTrips);
    expect(counted.calls.length).toBe(without.calls.length + 1);
    expect(counted.capacity).toBe(without.capacity + 1);
  });

  test('a request succeeds without a limit when the count fails', async () => {
    fakeClock();
    const { token } = await limitedBrand(1);
    const calls = replaceCounting(() =>
      Promise.reject(Object.assign(new Error('Throttled'), { name: 'ThrottlingException' })),
    );
    const answers = [await list(token), await list(token), await list(token)];
    expect(answers.map(({ status, headers }) => [status, headers['x-ratelimit-limit']])).toEqual(
      answers.map(() => [200, undefined]),
    );
    expect(calls()).toBe(3);
  });

  test('a request succeeds without a limit when the answer contains no count', async () => {
    fakeClock();
    const { token } = await limitedBrand(1);
    await list(token);
    replaceCounting(() => Promise.resolve({}));
    const { status, headers } = await list(token);
    expect([status, headers['x-ratelimit-limit']]).toEqual([200, undefined]);
  });

  test('a request does not wait for a count that hangs', async () => {
    fakeClock();
    useSystemTimer();
    const { token } = await limitedBrand(1);
    replaceCounting(() => new Promise(() => {}));
    const [first, second] = [await list(token), await list(token)];
    expect([first.status, second.status]).toEqual([200, 200]);
  });

  test('costs that a process has not sent yet are added to the minute in which they arose, and to no other', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const id = newId('brand', clock.now());
    const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
    const windows = [windowAt(id, 'live', at(0)), windowAt(id, 'live', at(60))] as const;
    const counted = async (nth: 0 | 1) =>
      (await countedRequests(windows[nth], 'usr_01', nothing, at(60 * nth)))?.brand;
    countRequest(windows[0], brandCounter, 5);
    expect([await counted(1), await counted(0)]).toEqual([0, 0]);
    countRequest(windows[0], brandCounter, 5);
    countRequest(windows[1], brandCounter, 2);
    countRequest(windows[1], brandCounter, 1);
    expect([await counted(0), await counted(1)]).toEqual([0, 0]);
    countRequest(windows[0], brandCounter, 5);
    countRequest(windows[1], brandCounter, 2);
    countRequest(windows[1], brandCounter, 1);
    expect([await counted(1), await counted(1)]).toEqual([3, 3]);
    countRequest(windowAt(id, 'test', at(60)), brandCounter, 7);
    expect(await counted(1)).toBe(3);
  });

  test('a count expires two minutes after its last request, when its minute is over on every clock', async () => {
    const clock = fakeClock('2026-03-01T09:30:59Z');
    const { token, id } = await limitedBrand(5);
    await list(token);
    const stored = await getItem(requestKeys.requestCount(windowAt(id, 'live', clock.now())));
    expect(stored).toMatchObject({ count: 1, expiresAt: epochSeconds(clock.now()) + 120 });
  });

  test('a process forgets the costs that it has not sent when it serves more than 1,000 brands', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const windows = Array.from({ length: 1001 }, () =>
      windowAt(newId('brand', clock.now()), 'live', clock.now()),
    );
    // Other tests may have left costs.
    for (const window of windows.slice(0, 1000)) countRequest(window, brandCounter, 1);
    for (const window of windows) countRequest(window, brandCounter, 1);
    const [first, last] = [windows.at(0), windows.at(-1)];
    if (first === undefined || last === undefined) throw new Error('There is no window');
    const countOf = async (window: Window) =>
      (await countedRequests(window, 'usr_01', nothing, clock.now()))?.brand;
    expect(await countOf(first)).toBe(0);
    expect(await countOf(last)).toBe(1);
  });
});
