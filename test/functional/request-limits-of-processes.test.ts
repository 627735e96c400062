// Tests that the processes of a stage share limits, sessions, keys and the test clock, as the instances of Lambda do.
import { expect, test, vi } from 'vitest';
import { setRequestLimit } from '#lib/access/brands/store/brands.ts';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { createBrand, send } from '#test/support/service.ts';

/** Modules that only the table connects. `now` is their time. */
async function newProcess(now: () => Date) {
  vi.resetModules();
  const { environment } = await import('#lib/foundation/shared/environment.ts');
  const clock = await import('#lib/foundation/shared/clock.ts');
  Object.assign(environment, { REQUEST_LIMITS: 'on' });
  const { stopTimer } = await import('#test/support/timers.ts');
  stopTimer();
  clock.useClock({ now });
  return import('#test/support/service.ts');
}

const ordersOf = (name: string) => ({
  conversions: Array.from({ length: 20 }, (_, nth) => ({ orderId: `${name}-${nth}`, amount: 1 })),
});

test.each(['a token', 'an API key'])(
  'bulk requests with %s to two processes, and to one that starts later, share the limit of the brand in each minute',
  async (kind) => {
    let time = Date.now();
    const now = () => new Date(time);
    useClock({ now });
    const { brand, admin: token } = await createBrand('scale');
    await setRequestLimit(brand.id, 30);
    const body = { name: 'Server', mode: 'live', scopes: ['*'] };
    const { json } = await send('POST', '/api-keys', { token, body });
    const credentials: string = kind === 'a token' ? token : json.data.key;
    const processes = [];
    for (let process = 0; process < 2; process += 1) processes.push(await newProcess(now));
    // A process counts the first request with a key only after it has accepted the key.
    for (const { send: sendTo } of processes) await sendTo('GET', '/affiliates', { token: credentials });
    for (const minute of [1, 2]) {
      time += 60_000;
      const statuses = [];
      for (const [nth, { send: sendTo }] of processes.entries()) {
        const orders = { token: credentials, body: ordersOf(`${minute}-${nth}`) };
        statuses.push((await sendTo('POST', '/conversions/bulk', orders)).status);
      }
      expect(statuses).toEqual([200, 429]);
    }
    // A process that starts within the minute has counted nothing itself.
    const { send: sendToNew } = await newProcess(now);
    const orders = { token: credentials, body: ordersOf('restart') };
    expect((await sendToNew('POST', '/conversions/bulk', orders)).status).toBe(429);
    time += 60_000;
    expect((await sendToNew('POST', '/conversions/bulk', orders)).status).toBe(200);
  },
);

test('a process that starts later refuses what another one has ended, and accepts what is still valid', async () => {
  let time = Date.parse('2026-03-01T09:30:00Z');
  const now = () => new Date(time);
  useClock({ now });
  const { admin, member } = await createBrand('scale');
  const keyOf = async (mode: string) => {
    const body = { name: 'Server', mode, scopes: ['*'] };
    return (await send('POST', '/api-keys', { token: admin, body })).json.data;
  };
  const [revoked, test] = [await keyOf('live'), await keyOf('test')];
  const read = { path: '/affiliates', revoked: { token: revoked.key }, test: { token: test.key } };
  expect((await send('GET', read.path, read.revoked)).status).toBe(200);
  const started = await newProcess(now);
  expect((await started.send('GET', read.path, read.revoked)).status).toBe(200);
  await send('DELETE', `/api-keys/${revoked.id}`, { token: admin });
  await send('POST', '/test/clock', { ...read.test, body: { advance: 'P45D' } });
  const { accessToken } = (await send('POST', '/auth/refresh', { token: member })).json.data;
  for (const { send: sendTo } of [started, await newProcess(now)]) {
    expect((await sendTo('GET', read.path, read.revoked)).json.code).toBe('api_key_unknown');
    expect((await sendTo('GET', '/test/clock', read.test)).json.data.now).toBe('2026-04-15T09:30:00.000Z');
    expect((await sendTo('GET', read.path, { token: accessToken })).status).toBe(200);
    expect((await sendTo('GET', read.path, { token: member })).json.code).toBe('token_revoked');
  }
  // The first process learns of the reuse of the token that another one has found.
  time += 10_000;
  expect((await started.send('GET', read.path, { token: member })).status).toBe(401);
  expect((await send('GET', read.path, { token: accessToken })).json.code).toBe('token_revoked');
});
