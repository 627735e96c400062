import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readKeyCaller, recordUse } from '#lib/access/api-keys/store/authenticate.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { dataOf } from '#test/support/answers.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { type CallFilter, isTransaction } from '#test/support/interruptions.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Call, trafficOf } from '#test/support/traffic.ts';

const isWrite = ({ operation }: Call): boolean => /Update|Put|Transact/.test(operation);
const lastUseOf = async (token: string, id: string): Promise<string | null> =>
  (await dataOf(send('GET', `/api-keys/${id}`, { token }))).lastUsedAt;

describe('the last use of an API key', () => {
  test('the last use of an API key is written once by many requests within an hour, and again in the next hour', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin);
    const read = () => send('GET', '/affiliates', { token: key });
    const writes: number[] = [];
    for (const seconds of [0, 60, 3539, 1, 3599]) {
      clock.advance(seconds);
      const [, { calls }] = await trafficOf(read);
      writes.push(calls.filter(isWrite).length);
    }
    expect(writes).toEqual([1, 0, 0, 1, 0]);
    expect(await lastUseOf(admin, id)).toBe('2026-03-01T10:30:00.000Z');
  });

  test('one of several concurrent requests stores the last use of their API key, while their handlers run', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin);
    const [answers, { roundTrips }] = await trafficOf(() =>
      runConcurrently(5, () => send('GET', '/affiliates', { token: key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(roundTrips).toBe(2);
    expect(await lastUseOf(admin, id)).toBe('2026-03-01T09:30:00.000Z');
  });

  test('a late record does not replace a later use, and an hour between two uses is exact to the millisecond', async () => {
    const clock = fakeClock('2026-03-01T09:30:00.000Z');
    const { admin, brand } = await createBrand();
    const { id, key } = await createApiKey(admin);
    const use = () => send('GET', '/affiliates', { token: key });
    await use();
    const reference = { mode: 'live', brandId: brand.id, id } as const;
    const options = { now: clock.now(), sourceIp: '203.0.113.7', extraKeys: [] };
    const { caller: early } = await readKeyCaller(key, reference, options);
    clock.set('2026-03-01T10:29:59.999Z');
    await use();
    expect(await lastUseOf(admin, id)).toBe('2026-03-01T09:30:00.000Z');
    clock.set('2026-03-01T10:30:00.000Z');
    await use();
    expect(await lastUseOf(admin, id)).toBe('2026-03-01T10:30:00.000Z');
    // A request that read the use before now records it as well.
    await recordUse(early, new Date('2026-03-01T10:30:00.001Z'));
    expect(await lastUseOf(admin, id)).toBe('2026-03-01T10:30:00.000Z');
  });

  test('a refused request does not write the last use of its API key', async () => {
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin, { scopes: ['payouts:read'] });
    expect((await send('GET', '/affiliates', { token: key })).status).toBe(403);
    expect(await lastUseOf(admin, id)).toBeNull();
  });

  test('a request with an API key costs one read, as with a token', async () => {
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin);
    const read = (token: string) => trafficOf(() => send('GET', '/affiliates', { token }));
    await read(key);
    const [[, ofKey], [, ofToken]] = [await read(key), await read(admin)];
    expect(ofKey.calls.map(({ operation }) => operation)).toEqual(
      ofToken.calls.map(({ operation }) => operation),
    );
    expect([ofKey.roundTrips, ofKey.capacity]).toEqual([ofToken.roundTrips, ofToken.capacity]);
  });
});

/** Delays the writes of `delayed` until the call `last` of the request has ended. Returns how many of them have ended. */
function delayWrites(delayed: string, last: CallFilter): () => number {
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  const lastEnded = Promise.withResolvers<void>();
  let ended = 0;
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    const call = () => Reflect.apply(sendCommand, undefined, args);
    if (!JSON.stringify(args[1]).includes(delayed)) {
      const result = await call();
      if (last(args[0], args[1])) lastEnded.resolve();
      return result;
    }
    await lastEnded.promise;
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    const result = await call();
    ended += 1;
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  return () => ended;
}

/** The first call reads the caller, and the second one the item of the request. */
function isSecondCall(): CallFilter {
  let calls = 0;
  return () => {
    calls += 1;
    return calls === 2;
  };
}

test.each([
  ['succeeds', 200],
  ['fails', 404],
])('the response to a request with an API key that %s waits until its use is recorded', async (_, status) => {
  const { admin } = await createBrand();
  const { id, key } = await createApiKey(admin);
  const read = status === 200 ? id : newId('apiKey', new Date());
  const ended = delayWrites('#lastUsedAt', isSecondCall());
  expect((await send('GET', `/api-keys/${read}`, { token: key })).status).toBe(status);
  expect(ended()).toBe(1);
});

describe('the response to a change, if the brand shows addresses', () => {
  const brandWithAddresses = async () => {
    const { admin } = await createBrand();
    await send('PATCH', '/brand', { token: admin, body: { auditAddresses: 'clear' } });
    return admin;
  };

  test('waits until the address is recorded', async () => {
    const token = await brandWithAddresses();
    const ended = delayWrites('"address":', isTransaction);
    expect((await send('POST', '/campaigns', { token, body: { name: 'Spring' } })).status).toBe(201);
    expect(ended()).toBe(1);
  });

  test('waits until the address is recorded, also if the change fails', async () => {
    const token = await brandWithAddresses();
    const ended = delayWrites('"address":', isSecondCall());
    const unknown = newId('apiKey', new Date());
    expect((await send('DELETE', `/api-keys/${unknown}`, { token })).status).toBe(404);
    expect(ended()).toBe(1);
  });
});

test('the log line of a request has the id of the API key and never the key', async () => {
  const { admin, brand } = await createBrand();
  const { id, key } = await createApiKey(admin);
  const info = vi.spyOn(logger, 'info');
  await send('GET', '/affiliates', { token: key });
  const lines = info.mock.calls.map(([, line]) => line);
  info.mockRestore();
  expect(lines).toMatchObject([{ route: 'affiliates.list', brandId: brand.id, keyId: id }]);
  expect(JSON.stringify(lines)).not.toContain('sk_');
});

test('a mistyped API key is refused without a read of the table', async () => {
  const { admin } = await createBrand();
  const { key } = await createApiKey(admin);
  const mistyped = `${key.slice(0, 40)}${key[40] === '0' ? '1' : '0'}${key.slice(41)}`;
  const [answer, { calls }] = await trafficOf(() => send('GET', '/affiliates', { token: mistyped }));
  expect([answer.status, calls]).toEqual([401, []]);
});
