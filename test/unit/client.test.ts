// Tests the TypeScript client with prepared answers: requests, retries, errors and logins. test/functional/client.test.ts tests it with
// the service.
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, ConnectionError, createClient, isApiError } from '#lib/client/index.ts';
import { clientWith, json, refusal } from '#test/support/client-answers.ts';

const order = { orderId: 'order-1', amount: 49.9 };
const recorded = () => json(201, { data: { id: 'cnv_1' } }, { 'x-request-id': 'request-1' });
const noContent = () => new Response(null, { status: 204 });
const lost = () => new TypeError('fetch failed');
const busy = () => refusal(503, 'service_busy', { 'retry-after': '1' });

describe('a request', () => {
  test('a request sends ids in the path, the input in the query, and the API key', async () => {
    const { client, requests } = clientWith([json(200, { data: { id: 'cnv_1' } })]);
    const conversion = await client.conversions.getByOrderId('a/b?c', { expand: ['affiliate', 'campaign'] });
    expect(conversion).toEqual({ id: 'cnv_1' });
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/conversions/by-order-id/a%2Fb%3Fc?expand=affiliate%2Ccampaign',
      body: undefined,
    });
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer sk_live_1');
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false);
  });

  test('the client sends the input of a POST as its body, a dry run in the query, and a random idempotency key', async () => {
    const { client, requests } = clientWith([json(200, { data: {} }), recorded()], { mode: 'test' });
    await client.conversions.create({ ...order, dryRun: true });
    await client.conversions.create(order, { idempotencyKey: 'order-1', headers: { 'x-trace': '1' } });
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ['/conversions?dryRun=true', JSON.stringify(order)],
      ['/conversions', JSON.stringify(order)],
    ]);
    const [first, second] = requests.map(({ headers }) => headers);
    expect(first?.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    expect(second?.get('idempotency-key')).toBe('order-1');
    expect([second?.get('x-mode'), second?.get('x-trace')]).toEqual(['test', '1']);
  });

  test('the client replaces its own headers by those of the caller, whatever the case of their names', async () => {
    const { client, requests } = clientWith([recorded()]);
    await client.conversions.create(order, {
      headers: { 'Idempotency-Key': 'mine', Authorization: 'Bearer other' },
    });
    const { headers } = requests[0] ?? {};
    expect([headers?.get('idempotency-key'), headers?.get('authorization')]).toEqual([
      'mine',
      'Bearer other',
    ]);
  });

  test('the client follows no redirect, so that another origin never receives a password', async () => {
    const asked: string[] = [];
    const origins = [307, 200].map((status) =>
      createServer((request, response) => {
        asked.push(`${status} ${request.url}`);
        response.writeHead(status, { location: `http://localhost:${portOf(1)}/stolen` }).end('{}');
      }).listen(0),
    );
    const portOf = (index: number) => Object(origins[index]?.address()).port;
    onTestFinished(() => {
      for (const origin of origins) origin.closeAllConnections();
      for (const origin of origins) origin.close();
    });
    const client = createClient({ baseUrl: `http://localhost:${portOf(0)}/v1` });
    const login = client.auth.login({ email: 'ada@example.test', password: 'secret' });
    await expect(login).rejects.toMatchObject({ name: 'ApiError', status: 307 });
    expect(asked).toEqual(['307 /v1/auth/brand/login']);
  });

  test('the client returns the text of a file, and nothing for a response without content', async () => {
    const file = new Response('name\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const { client } = clientWith([file, noContent()]);
    expect(await client.payouts.getCsv('pay_1')).toBe('name\r\n');
    expect(await client.campaigns.delete('cmp_1')).toBeUndefined();
  });

  test('withResponse returns the data with its warnings and headers', async () => {
    const { client } = clientWith([json(201, { data: { id: 'cnv_1' }, warnings: [] }, { etag: '"1"' })]);
    const { data, warnings, response } = await client.conversions.create(order).withResponse();
    expect([data.id, warnings, response.headers.get('etag')]).toEqual(['cnv_1', [], '"1"']);
  });

  test('the client refuses ids that would name another path', () => {
    const { client, requests } = clientWith([]);
    for (const id of ['', '.', '..', undefined as unknown as string])
      expect(() => client.campaigns.removeMember('cmp_1', id)).toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

describe('lists', () => {
  const page = (ids: readonly number[], meta: object) => json(200, { data: ids.map((id) => ({ id })), meta });

  test('awaiting a list returns one page', async () => {
    const { client, requests } = clientWith([page([1], { total: 3, totalIsExact: true, cursor: 'c1' })]);
    const { data, meta } = await client.conversions.list({ limit: 1 });
    expect([data, meta]).toEqual([[{ id: 1 }], { total: 3, totalIsExact: true, cursor: 'c1' }]);
    expect(requests).toHaveLength(1);
  });

  test('iterating a list follows the cursor with the same filters, and only as far as the items are wanted', async () => {
    const pages = () => [
      page([1, 2], { cursor: 'c1' }),
      page([], { cursor: 'c2' }),
      page([3], { cursor: null }),
    ];
    const { client, requests } = clientWith([...pages(), ...pages()]);
    const all = await Array.fromAsync(client.conversions.list({ limit: 2 }), ({ id }) => id);
    expect(all).toEqual([1, 2, 3]);
    expect(requests.map(({ path }) => path)).toEqual(
      ['', '&cursor=c1', '&cursor=c2'].map((cursor) => `/conversions?limit=2${cursor}`),
    );
    for await (const { id } of client.conversions.list()) if (Number(id) === 2) break;
    expect(requests).toHaveLength(4);
  });

  test('iterating the events continues after the position of each page, until there are no more', async () => {
    const { client, requests } = clientWith([
      page([1], { after: 'evt_1', hasMore: true }),
      page([2], { after: 'evt_2', hasMore: false }),
    ]);
    expect(await Array.fromAsync(client.events.list({ type: ['conversion.*'] }))).toHaveLength(2);
    expect(requests[1]?.path).toBe('/events?type=conversion.*&after=evt_1');
  });

  test('a list that fails rejects the iteration', async () => {
    const { client } = clientWith([refusal(403, 'scope_missing')]);
    await expect(Array.fromAsync(client.conversions.list())).rejects.toBeInstanceOf(ApiError);
  });
});

describe('errors', () => {
  test('an error has the code, the details and the request id of the response', async () => {
    const details = [{ path: 'amount', message: 'Must be greater than 0' }];
    const body = { statusCode: 400, message: 'Invalid request body', code: 'validation_failed', details };
    const { client } = clientWith([json(400, body, { 'x-request-id': 'request-1' })]);
    const error = await client.conversions.create(order).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'Invalid request body',
      ...{ status: 400, code: 'validation_failed', details, requestId: 'request-1', retryAfter: undefined },
    });
    expect(isApiError(error, 'order_id_reused', 'validation_failed')).toBe(true);
    expect(isApiError(error, 'order_id_reused')).toBe(false);
    expect([isApiError(error), isApiError(new Error('other'))]).toEqual([true, false]);
  });

  test('an error of the gateway has no code', async () => {
    const { client } = clientWith([json(403, { message: 'Forbidden' }, { 'apigw-requestid': 'gateway-1' })]);
    const error = await client.brands.get().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 403, code: undefined, details: [], requestId: 'gateway-1' });
  });
});

describe('retries', () => {
  test('a POST keeps its key and its body when its response is lost or the service is busy', async () => {
    const { client, requests } = clientWith([lost(), busy(), refusal(500, 'internal_error'), recorded()]);
    expect(await client.conversions.create(order)).toEqual({ id: 'cnv_1' });
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(order)]));
    expect(requests).toHaveLength(4);
  });

  test('a POST without a key is repeated only if nothing has happened', async () => {
    const input = { url: 'https://hooks.acme.test/events', events: ['*'] } as const;
    for (const failure of [lost(), busy()]) {
      const { client, requests } = clientWith([failure]);
      await expect(client.webhooks.create(input)).rejects.toThrow();
      expect(requests).toHaveLength(1);
    }
    const harmless = [
      refusal(429, 'request_limit_reached'),
      refusal(503, 'read_only'),
      json(201, { data: {} }),
    ];
    const { client, requests } = clientWith(harmless);
    await client.webhooks.create(input);
    expect(requests).toHaveLength(3);
  });

  test('a GET, PUT, PATCH or DELETE is repeated, and a DELETE that has had its effect succeeds', async () => {
    const data = () => json(200, { data: {} });
    const { client, requests } = clientWith([
      ...[lost(), data(), lost(), noContent(), lost(), data(), lost(), refusal(404, 'campaign_not_found')],
    ]);
    await client.campaigns.get('cmp_1');
    await client.campaigns.addMember('cmp_1', 'aff_1');
    await client.campaigns.update('cmp_1', { name: 'Spring' });
    expect(await client.campaigns.delete('cmp_1')).toBeUndefined();
    expect(requests).toHaveLength(8);
    const refused = clientWith([refusal(429, 'request_limit_reached'), refusal(404, 'campaign_not_found')]);
    await expect(refused.client.campaigns.delete('cmp_1')).rejects.toMatchObject({ status: 404 });
  });

  test('a retry waits for retry-after, or a second that doubles', async () => {
    const limited = () => refusal(429, 'request_limit_reached', { 'retry-after': '7' });
    const inProgress = () => refusal(409, 'idempotency_key_in_use', { 'retry-after': '2' });
    const gateway = () => json(429, { message: 'Too Many Requests' });
    const { client, pauses } = clientWith([limited(), inProgress(), gateway(), gateway(), recorded()]);
    await client.conversions.create(order);
    const shortest = [7000, 2000, 2000, 4000];
    const longest = [7700, 2200, 4000, 8000];
    expect(pauses).toHaveLength(shortest.length);
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(shortest[index] ?? Number.NaN);
      expect(pause).toBeLessThanOrEqual(longest[index] ?? Number.NaN);
    }
  });

  test('the client returns the error after the last retry, and at once if the service asks to wait longer than a minute', async () => {
    const { client, requests } = clientWith(() => busy(), { retries: 2 });
    await expect(client.brands.get()).rejects.toMatchObject({ code: 'service_busy', retryAfter: 1 });
    expect(requests).toHaveLength(3);
    await expect(client.brands.get({ retries: 0 })).rejects.toMatchObject({ code: 'service_busy' });
    expect(requests).toHaveLength(4);
    const challenged = clientWith([refusal(429, 'login_challenge', { 'retry-after': '600' })]);
    const credentials = { email: 'ada@example.test', password: 'secret' };
    await expect(challenged.client.auth.login(credentials)).rejects.toMatchObject({ retryAfter: 600 });
  });

  test('the client never repeats other refusals', async () => {
    const refusals = [400, 401, 403, 404, 409, 422].map((status) => refusal(status, 'some_code'));
    const { client, requests } = clientWith([...refusals]);
    for (const { status } of refusals) await expect(client.brands.get()).rejects.toMatchObject({ status });
    expect(requests).toHaveLength(refusals.length);
  });

  test('a signal ends the pause before a retry', async () => {
    const controller = new AbortController();
    const asked = vi.fn(async () => busy());
    const client = createClient({ baseUrl: 'https://api.example.test/v1', fetch: asked });
    const settings = client.brands.get({ signal: controller.signal });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    controller.abort(new Error('The caller has left'));
    await expect(settings).rejects.toThrow('The caller has left');
    expect(asked).toHaveBeenCalledOnce();
  });

  test('a signal that was aborted during an attempt also ends the retries of a fetch that ignores signals', async () => {
    const controller = new AbortController();
    const asked = vi.fn(async () => {
      controller.abort(new Error('The caller has left'));
      return busy();
    });
    const client = createClient({ baseUrl: 'https://api.example.test/v1', fetch: asked });
    await expect(client.brands.get({ signal: controller.signal })).rejects.toThrow('The caller has left');
    expect(asked).toHaveBeenCalledOnce();
  });

  test('an attempt that takes too long is a connection error', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    onTestFinished(() => timeout.mockRestore());
    const { client } = clientWith([lost()], { timeout: 5000, retries: 0 });
    const error = await client.brands.get().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain('did not answer in time');
    expect(timeout).toHaveBeenCalledWith(5000);
  });
});

describe('a login', () => {
  const login = { email: 'ada@example.test', password: 'secret' };
  const isPublic = (path: string) => path.startsWith('/auth/');

  /** Creates a service whose tokens are numbered. Only the newest token is valid. */
  function clientOfSessions(options: { readonly refreshFails?: boolean } = {}) {
    let tokens = 0;
    const service = clientWith(
      ({ path, headers }) => {
        if (path === '/auth/refresh' && options.refreshFails) return refusal(401, 'token_revoked');
        if (isPublic(path)) return json(200, { data: { accessToken: `token-${++tokens}` } });
        const isValid = headers.get('authorization') === `Bearer token-${tokens}`;
        return isValid ? json(200, { data: {} }) : refusal(401, 'token_revoked');
      },
      { apiKey: undefined, login },
    );
    const paths = () => service.requests.map(({ path }) => path).filter(isPublic);
    const revoke = () => {
      tokens += 1;
    };
    return { ...service, paths, revoke };
  }

  const together = (count: number, act: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, act));

  test('requests at the same time share one login', async () => {
    const { client, requests, paths } = clientOfSessions();
    await together(5, () => client.brands.get());
    expect(paths()).toEqual(['/auth/brand/login']);
    expect(requests[0]?.body).toBe(JSON.stringify(login));
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });

  test('requests at the same time share one refresh of an old token', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { client, requests, paths } = clientOfSessions();
    await client.brands.get();
    vi.advanceTimersByTime(13 * 60 * 60 * 1000);
    await together(5, () => client.brands.get());
    expect(paths()).toEqual(['/auth/brand/login', '/auth/refresh']);
    expect(requests.find(({ path }) => path === '/auth/refresh')?.headers.get('authorization')).toBe(
      'Bearer token-1',
    );
  });

  test('the client logs in again when a refresh fails', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { client, paths } = clientOfSessions({ refreshFails: true });
    await client.brands.get();
    vi.advanceTimersByTime(25 * 60 * 60 * 1000);
    await client.brands.get();
    expect(paths()).toEqual(['/auth/brand/login', '/auth/refresh', '/auth/brand/login']);
  });

  test('requests whose token was revoked share one login and are sent again', async () => {
    const { client, paths, revoke } = clientOfSessions();
    await client.brands.get();
    revoke();
    await together(3, () => client.brands.get());
    expect(paths()).toEqual(['/auth/brand/login', '/auth/brand/login']);
  });

  test('a refused login fails the request, and the next request tries again', async () => {
    const asked = vi.fn(() => ({ ...login, code: '123456' }));
    const { client, requests } = clientWith(
      [
        refusal(401, 'second_factor_invalid'),
        json(200, { data: { accessToken: 'token' } }),
        json(200, { data: {} }),
      ],
      { apiKey: undefined, login: asked },
    );
    await expect(client.brands.get()).rejects.toMatchObject({ code: 'second_factor_invalid' });
    await client.brands.get();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(requests[1]?.body).toContain('"code":"123456"');
  });
});
