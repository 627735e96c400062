import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newKeyText } from '#lib/access/api-keys/rules/key-text.ts';
import { maxApiKeys } from '#lib/access/api-keys/writes.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { dataOf } from '#test/support/answers.ts';
import { fillApiKeys } from '#test/support/api-keys.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { type CallFilter, isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError, expectUnauthenticated, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const read = (token: string, sourceIp?: string) =>
  send('GET', '/affiliates', { token, ...(sourceIp !== undefined && { sourceIp }) });
const rotate = (token: string, id: string, body?: object) =>
  send('POST', `/api-keys/${id}/rotate`, { token, body });

const isWrite = (operation: string): boolean => /Update|Put|Delete|Transact/.test(operation);

describe('POST /v1/api-keys', () => {
  test('returns the key once, and the key authenticates the next request', async () => {
    const { admin } = await createBrand();
    const body = { name: 'Shop server', mode: 'live', scopes: ['creators:read', 'creators:read'] };
    const { key, ...apiKey } = await dataOf(send('POST', '/api-keys', { token: admin, body }), 201);
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Shop server',
      mode: 'live',
      scopes: ['creators:read'],
      ending: key.slice(-8),
      expiresAt: null,
      allowedIps: null,
      lastUsedAt: null,
      createdAt: expect.any(String),
    });
    expect((await read(key)).status).toBe(200);
    const stored = await dataOf(send('GET', `/api-keys/${apiKey.id}`, { token: admin }));
    expect(stored).toEqual({ ...apiKey, lastUsedAt: expect.stringMatching(/Z$/) });
  });

  test('stores a hash and never the key', async () => {
    const { admin, brand } = await createBrand();
    const { key } = await createApiKey(admin);
    const items = (await allItems()).filter((item) => JSON.stringify(item).includes(brand.id));
    expect(items.length).toBeGreaterThan(0);
    expect(JSON.stringify(items)).not.toContain(key.slice(60, 92));
  });

  test('accepts no Idempotency-Key, so no response with a key is stored', async () => {
    const { admin } = await createBrand();
    const body = { name: 'Shop server', mode: 'live', scopes: ['*'] };
    const request = { token: admin, body, headers: { 'Idempotency-Key': 'one' } };
    const [one, other] = [await send('POST', '/api-keys', request), await send('POST', '/api-keys', request)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.json.data.key).not.toBe(other.json.data.key);
    expect((await allItems()).filter(({ pk }) => String(pk).includes(`${one.json.data.id}`))).toEqual([]);
  });

  test.each([
    ['name', { name: '' }],
    ['mode', { mode: 'other' }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['creators'] }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['allowedIps', { allowedIps: [] }],
    ['allowedIps.0', { allowedIps: ['localhost'] }],
    ['allowedIps.0', { allowedIps: ['::ffff:127.0.0.1/33'] }],
    ['allowedIps', { allowedIps: Array.from({ length: 51 }, (_, index) => `203.0.113.${index}`) }],
  ])('returns a 400 that names the invalid field %s', async (field, change) => {
    const { admin } = await createBrand();
    const body = { name: 'Shop server', mode: 'live', scopes: ['*'], ...change };
    expectError(await send('POST', '/api-keys', { token: admin, body }), invalidFields(field));
  });

  test('creates at most 50 keys per brand, also concurrently', async () => {
    const { admin, brand } = await createBrand();
    await fillApiKeys(brand.id, maxApiKeys - 3);
    const body = { name: 'Shop server', mode: 'live', scopes: ['*'] };
    const answers = await runConcurrently(8, () => send('POST', '/api-keys', { token: admin, body }));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, answer.json.code]).toEqual([403, 'api_key_limit_reached']);
    }
    const list = await send('GET', '/api-keys?limit=1', { token: admin });
    expect(list.json.meta.total).toBe(maxApiKeys);
    await send('DELETE', `/api-keys/${created[0]?.json.data.id}`, { token: admin });
    expect((await send('POST', '/api-keys', { token: admin, body })).status).toBe(201);
  });

  test('a key that expires in a millisecond counts toward the limit, and is replaced when it has expired', async () => {
    const clock = fakeClock('2026-03-01T09:30:00.000Z');
    const { admin, brand } = await createBrand();
    await fillApiKeys(brand.id, maxApiKeys - 1);
    const expiresAt = '2026-03-01T10:30:00.000Z';
    const last = await createApiKey(admin, { mode: 'test', expiresAt });
    expect((await read(last.key)).status).toBe(200);
    const body = { name: 'One more', mode: 'live', scopes: ['*'] };
    const create = () => send('POST', '/api-keys', { token: admin, body });
    const totalsOf = async () => {
      const modes = ['?limit=1', '?limit=1&mode=live', '?limit=1&mode=test'];
      const answers = await Promise.all(
        modes.map((mode) => send('GET', `/api-keys${mode}`, { token: admin })),
      );
      return answers.map(({ json }) => json.meta.total);
    };
    clock.set('2026-03-01T10:29:59.999Z');
    const refused = [await create(), await rotate(admin, last.id)];
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual([
      [403, 'api_key_limit_reached'],
      [403, 'api_key_limit_reached'],
    ]);
    expect(await totalsOf()).toEqual([50, 49, 1]);
    clock.set(expiresAt);
    expect((await create()).status).toBe(201);
    expect(await totalsOf()).toEqual([50, 50, 0]);
    expectUnauthenticated(await read(last.key), 'Unknown or revoked API key');
    expect(await getItem(keys.apiKeyUse(brand.id, last.id))).toBeUndefined();
    expect((await create()).json.code).toBe('api_key_limit_reached');
  });

  test('accepts an expiry one millisecond ahead, but not the present time', async () => {
    fakeClock('2026-03-01T09:30:00.000Z');
    const { admin } = await createBrand();
    const { id } = await createApiKey(admin, { expiresAt: '2026-03-01T09:30:00.001Z' });
    const body = { name: 'Shop server', mode: 'live', scopes: ['*'], expiresAt: '2026-03-01T09:30:00.000Z' };
    expectError(await send('POST', '/api-keys', { token: admin, body }), invalidFields('expiresAt'));
    const change = { token: admin, body: { expiresAt: body.expiresAt } };
    expectError(await send('PATCH', `/api-keys/${id}`, change), invalidFields('expiresAt'));
  });

  test('stores every scope once, and only `*` if it is among them', async () => {
    const { admin } = await createBrand();
    const scopesOf = async (scopes: readonly string[]) => (await createApiKey(admin, { scopes })).scopes;
    expect(await scopesOf(['creators:read', 'keys:read', 'creators:read'])).toEqual([
      'creators:read',
      'keys:read',
    ]);
    expect(await scopesOf(['creators:read', '*', 'keys:read'])).toEqual(['*']);
  });

  test('accepts 50 addresses and a name of 100 characters', async () => {
    const { admin } = await createBrand();
    const allowedIps = Array.from({ length: 50 }, (_, index) => `203.0.113.${index}`);
    const created = await createApiKey(admin, { allowedIps, name: 'n'.repeat(100) });
    expect(created).toMatchObject({ allowedIps, name: 'n'.repeat(100) });
    const body = { name: 'n'.repeat(101), mode: 'live', scopes: ['*'] };
    expectError(await send('POST', '/api-keys', { token: admin, body }), invalidFields('name'));
  });

  test('a new key and a rotation each replace an expired key at the limit', async () => {
    const { admin, brand } = await createBrand();
    await fillApiKeys(brand.id, 2, '2020-01-01T00:00:00.000Z');
    await fillApiKeys(brand.id, maxApiKeys - 2);
    const { id: oldId } = await createApiKey(admin);
    const { id } = (await rotate(admin, oldId)).json.data;
    expect(await dataOf(send('GET', `/api-keys/${oldId}`, { token: admin }))).toMatchObject({
      expiresAt: expect.stringMatching(/Z$/),
    });
    const { json } = await send('GET', '/api-keys?limit=100', { token: admin });
    expect(json.meta.total).toBe(maxApiKeys);
    const ending = json.data.filter(({ expiresAt }: { expiresAt: string | null }) => expiresAt !== null);
    expect([json.data[0].id, ending.map((key: { id: string }) => key.id)]).toEqual([id, [oldId]]);
  });
});

describe('an API key', () => {
  test('an API key is refused from the request after its deletion', async () => {
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin);
    expect((await read(key)).status).toBe(200);
    expect((await send('DELETE', `/api-keys/${id}`, { token: admin })).status).toBe(204);
    expectUnauthenticated(await read(key), 'Unknown or revoked API key');
    expectError(await send('GET', `/api-keys/${id}`, { token: admin }), errorBody(404, 'API key not found'));
  });

  test('a text with the ids of an API key and another secret is refused, although its checksum is right', async () => {
    const { admin, brand } = await createBrand();
    const { id, key } = await createApiKey(admin);
    expectUnauthenticated(await read(newKeyText('live', brand.id, id)), 'Unknown or revoked API key');
    expectUnauthenticated(await read(newKeyText('test', brand.id, id)), 'Unknown or revoked API key');
    expect((await read(key)).status).toBe(200);
  });

  test('an API key and a token are refused when their brand does not exist any more', async () => {
    const { admin, brand } = await createBrand();
    const { key } = await createApiKey(admin);
    await transact([{ kind: 'delete', key: keys.brand(brand.id) }]);
    expectUnauthenticated(await read(key), 'Unknown or revoked API key');
    expectUnauthenticated(await read(admin), 'Token revoked');
  });

  test('an API key is refused from its expiry on', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin, { expiresAt: '2026-03-01T10:30:00Z' });
    clock.set('2026-03-01T10:29:59.999Z');
    expect((await read(key)).status).toBe(200);
    clock.set('2026-03-01T10:30:00.000Z');
    expectUnauthenticated(await read(key), 'API key expired');
  });

  test('an API key is accepted only from its allowed addresses', async () => {
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin, { allowedIps: ['198.51.100.0/24', '2001:db8::/32'] });
    expect((await read(key, '198.51.100.9')).status).toBe(200);
    expect((await read(key, '2001:db8::9')).status).toBe(200);
    expect((await read(key, '::ffff:198.51.100.9')).status).toBe(200);
    const refused = await read(key, '203.0.113.7');
    expect([refused.status, refused.json.code]).toEqual([403, 'ip_not_allowed']);
    await patch(admin, `/api-keys/${id}`, { allowedIps: null });
    expect((await read(key, '203.0.113.7')).status).toBe(200);
  });

  test('reads with the scope to write, and writes only in its areas', async () => {
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin, { scopes: ['creators:write'] });
    expect((await read(key)).status).toBe(200);
    const invited = await send('POST', '/affiliates/invite', {
      token: key,
      body: { email: 'ada@creators.test' },
    });
    expect(invited.status).toBe(201);
    const refused = await send('GET', '/campaigns', { token: key });
    expectError(
      refused,
      errorBody(403, 'The API key needs the scope `campaigns:read`', undefined, 'scope_missing'),
    );
  });

  test('acts as an admin within its scopes, and appears as the approver of a commission', async () => {
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin, { scopes: ['*'] });
    const affiliate = await dataOf(
      send('POST', '/affiliates/invite', { token: key, body: { email: 'ada@creators.test' } }),
      201,
    );
    await patch(key, `/affiliates/${affiliate.id}`, { status: 'active' });
    const order = await dataOf(
      send('POST', '/conversions', {
        token: key,
        body: { orderId: 'o-1', amount: 100, trackingCode: affiliate.trackingCode },
      }),
      201,
    );
    const approved = await patch(key, `/commissions/${order.commissionId}/approve`, {});
    expect(approved).toMatchObject({ status: 'approved', approvedBy: id });
    const again = await dataOf(send('GET', `/commissions/${order.commissionId}`, { token: admin }));
    expect(again.approvedBy).toBe(id);
  });

  test('cannot use the endpoints for people', async () => {
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin);
    const refused = await send('POST', '/auth/refresh', { token: key });
    expect([refused.status, refused.json.code]).toEqual([403, 'session_required']);
  });
});

describe('the permissions of an API key to manage keys', () => {
  test('a key with keys:write passes on only scopes that it has', async () => {
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin, { scopes: ['keys:write', 'creators:write'] });
    const created = await createApiKey(key, { scopes: ['creators:read', 'keys:read'] });
    const more = { name: 'More', mode: 'live', scopes: ['payouts:read'] };
    for (const scopes of [['payouts:read'], ['*']]) {
      const answers = [
        await send('POST', '/api-keys', { token: key, body: { ...more, scopes } }),
        await send('PATCH', `/api-keys/${created.id}`, { token: key, body: { scopes } }),
      ];
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
        [403, 'grant_exceeded'],
        [403, 'grant_exceeded'],
      ]);
    }
  });

  test('a key with keys:write neither changes nor rotates a key with more scopes, but can delete it', async () => {
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin, { scopes: ['keys:write'] });
    const strong = await createApiKey(admin, { scopes: ['*'] });
    const change = (body: object) => send('PATCH', `/api-keys/${strong.id}`, { token: key, body });
    const answers = [
      await change({ name: 'Mine' }),
      // The key would have these scopes afterwards, but it has more before.
      await change({ scopes: ['keys:write'] }),
      await rotate(key, strong.id),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      answers.map(() => [403, 'grant_exceeded']),
    );
    const { key: _, ...before } = strong;
    expect(await dataOf(send('GET', `/api-keys/${strong.id}`, { token: admin }))).toEqual(before);
    expect((await read(strong.key)).status).toBe(200);
    expect((await send('GET', '/api-keys', { token: admin })).json.meta.total).toBe(2);
    expect((await send('DELETE', `/api-keys/${strong.id}`, { token: key })).status).toBe(204);
  });

  test('a key with keys:write does not learn whether a key with more scopes has expired', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin, { scopes: ['keys:write'] });
    const strong = await createApiKey(admin, { expiresAt: '2026-03-01T10:30:00Z' });
    clock.set('2026-03-01T10:30:00Z');
    expect((await rotate(key, strong.id)).json.code).toBe('grant_exceeded');
  });

  test('a key that expires creates and changes only keys that expire no later, and its successor as well', async () => {
    const { admin } = await createBrand();
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { key } = await createApiKey(admin, { scopes: ['*'], expiresAt });
    const endless = await createApiKey(admin);
    const body = { name: 'More', mode: 'live', scopes: ['*'] };
    const answers = [
      await send('POST', '/api-keys', { token: key, body }),
      await send('POST', '/api-keys', { token: key, body: { ...body, expiresAt: '2099-01-01T00:00:01Z' } }),
      await send('PATCH', `/api-keys/${endless.id}`, { token: key, body: { name: 'Mine' } }),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      answers.map(() => [403, 'grant_exceeded']),
    );
    expect(answers[0]?.json.message).toContain(`send an \`expiresAt\` up to ${expiresAt}`);
    expect((await createApiKey(key, { expiresAt })).expiresAt).toBe(expiresAt);
    expect((await rotate(key, endless.id)).json.data.expiresAt).toBe(expiresAt);
  });

  test('a key for some addresses creates, changes and rotates only keys for these addresses', async () => {
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin, { scopes: ['*'], allowedIps: ['203.0.113.0/24'] });
    const body = { name: 'More', mode: 'live', scopes: ['*'] };
    const others = [['203.0.112.0/23'], ['203.0.113.0/23'], ['203.0.113.7', '192.0.2.1']];
    for (const allowedIps of [undefined, null, ...others]) {
      const answer = await send('POST', '/api-keys', { token: key, body: { ...body, allowedIps } });
      expect([answer.status, answer.json.code]).toEqual([403, 'grant_exceeded']);
    }
    const open = await createApiKey(admin);
    const answers = [
      await rotate(key, open.id),
      await send('PATCH', `/api-keys/${open.id}`, { token: key, body: { name: 'Mine' } }),
    ];
    expect(answers.map(({ json }) => json.code)).toEqual(['grant_exceeded', 'grant_exceeded']);
    const allowedIps = ['203.0.113.128/25', '203.0.113.7'];
    expect((await createApiKey(key, { allowedIps })).allowedIps).toEqual(allowedIps);
  });

  test('a key neither changes nor rotates itself, whatever its scopes, but can delete itself', async () => {
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin, { scopes: ['*'] });
    const answers = [
      await send('PATCH', `/api-keys/${id}`, { token: key, body: { name: 'Mine' } }),
      await rotate(key, id),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [403, 'grant_exceeded'],
      [403, 'grant_exceeded'],
    ]);
    expect((await send('DELETE', `/api-keys/${id}`, { token: key })).status).toBe(204);
    expectUnauthenticated(await read(key), 'Unknown or revoked API key');
  });

  test('a key without keys:write, and a member, cannot manage keys', async () => {
    const { admin, member } = await createBrand();
    const { key } = await createApiKey(admin, { scopes: ['keys:read', 'settings:write'] });
    const body = { name: 'Shop server', mode: 'live', scopes: ['keys:read'] };
    expect((await send('GET', '/api-keys', { token: key })).status).toBe(200);
    for (const token of [key, member]) {
      expect((await send('POST', '/api-keys', { token, body })).status).toBe(403);
    }
  });
});

describe('PATCH /v1/api-keys/{id}', () => {
  test('changes the named settings from the next request on, and removes values with null', async () => {
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin, { expiresAt: '2099-01-01T00:00:00Z' });
    const changed = await patch(admin, `/api-keys/${id}`, { scopes: ['payouts:read'], expiresAt: null });
    expect(changed).toMatchObject({ name: 'Shop server', scopes: ['payouts:read'], expiresAt: null });
    expect((await read(key)).status).toBe(403);
    expectError(await send('PATCH', `/api-keys/${id}`, { token: admin, body: {} }), invalidFields(''));
  });
});

describe('a second writer of an API key', () => {
  const getKey = (token: string, id: string) => dataOf(send('GET', `/api-keys/${id}`, { token }));

  test('a change that repeats the present settings writes nothing', async () => {
    const { admin } = await createBrand();
    const settings = { name: 'Shop', scopes: ['creators:read'], allowedIps: ['203.0.113.7'] };
    const { id } = await createApiKey(admin, settings);
    const [answer, { calls }] = await trafficOf(() =>
      send('PATCH', `/api-keys/${id}`, { token: admin, body: settings }),
    );
    expect([answer.status, calls.filter(({ operation }) => isWrite(operation)).length]).toEqual([200, 0]);
    expect(answer.json.data).toMatchObject(settings);
  });

  test('a change keeps what a concurrent change wrote between its read and its write', async () => {
    const { admin } = await createBrand();
    const { id } = await createApiKey(admin);
    const paused = pauseAt(1, () => patch(admin, `/api-keys/${id}`, { name: 'New' }), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await patch(admin, `/api-keys/${id}`, { scopes: ['creators:read'] });
    await paused.release();
    expect(await getKey(admin, id)).toMatchObject({ name: 'New', scopes: ['creators:read'] });
  });

  test('a change and a rotation do not bring back a key that was deleted meanwhile', async () => {
    const { admin } = await createBrand();
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'New' }],
      ['POST', '/rotate', {}],
    ] as const) {
      const { id } = await createApiKey(admin);
      const paused = pauseAt(
        1,
        () => send(method, `/api-keys/${id}${path}`, { token: admin, body }),
        isTransaction,
      );
      expect(await paused.isHeld).toBe(true);
      expect((await send('DELETE', `/api-keys/${id}`, { token: admin })).status).toBe(204);
      expect((await paused.release()).status).toBe(404);
      expect((await send('GET', `/api-keys/${id}`, { token: admin })).status).toBe(404);
    }
    expect((await send('GET', '/api-keys', { token: admin })).json.meta.total).toBe(0);
  });

  test('a rotation keeps what a concurrent change wrote, and replaces no expired key below the limit', async () => {
    const { admin, brand } = await createBrand();
    await fillApiKeys(brand.id, 1, '2020-01-01T00:00:00.000Z');
    const { id } = await createApiKey(admin);
    const paused = pauseAt(1, () => rotate(admin, id), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await patch(admin, `/api-keys/${id}`, { scopes: ['creators:read'] });
    const { json } = await paused.release();
    expect(json.data.scopes).toEqual(['creators:read']);
    expect((await getKey(admin, id)).scopes).toEqual(['creators:read']);
    expect((await send('GET', '/api-keys', { token: admin })).json.data).toHaveLength(3);
  });

  test('a change that was read before a rotation does not extend the old key', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const { id } = await createApiKey(admin);
    const paused = pauseAt(1, () => patch(admin, `/api-keys/${id}`, { name: 'Old' }), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await rotate(admin, id);
    await paused.release();
    expect(await getKey(admin, id)).toMatchObject({ name: 'Old', expiresAt: '2026-03-02T09:30:00.000Z' });
  });

  test('two deletions of a key at the same time count it once', async () => {
    const { admin } = await createBrand();
    const { id } = await createApiKey(admin);
    await createApiKey(admin);
    const remove = () => send('DELETE', `/api-keys/${id}`, { token: admin });
    const paused = pauseAt(1, remove, isTransaction);
    expect(await paused.isHeld).toBe(true);
    expect((await remove()).status).toBe(204);
    expect((await paused.release()).status).toBe(404);
    const { json } = await send('GET', '/api-keys?mode=live', { token: admin });
    expect([json.meta.total, json.data.length]).toEqual([1, 1]);
  });

  test('two new keys at the limit replace an expired key once', async () => {
    const { admin, brand } = await createBrand();
    await fillApiKeys(brand.id, 1, '2020-01-01T00:00:00.000Z');
    await fillApiKeys(brand.id, maxApiKeys - 1);
    const body = { name: 'Shop server', mode: 'live', scopes: ['*'] };
    const create = () => send('POST', '/api-keys', { token: admin, body });
    const isReplacement: CallFilter = (operation, input) =>
      isTransaction(operation, input) && JSON.stringify(input).includes('"Delete"');
    const paused = pauseAt(1, create, isReplacement);
    expect(await paused.isHeld).toBe(true);
    expect((await create()).status).toBe(201);
    expect((await paused.release()).json.code).toBe('api_key_limit_reached');
    const { json } = await send('GET', '/api-keys?limit=100', { token: admin });
    expect([json.meta.total, json.data.length]).toEqual([maxApiKeys, maxApiKeys]);
  });
});

describe('an API key that changes during its own request', () => {
  async function createDuring(change: (admin: string, id: string) => Promise<unknown>) {
    const { admin } = await createBrand();
    const { id, key: token } = await createApiKey(admin);
    const body = { name: 'More', mode: 'live', scopes: ['keys:read'] };
    const creation = pauseAt(1, () => send('POST', '/api-keys', { token, body }), isTransaction);
    expect(await creation.isHeld).toBe(true);
    await change(admin, id);
    const { status, json } = await creation.release();
    return [status, json.code];
  }

  test('completes the request if only its name has changed', async () => {
    const rename = (admin: string, id: string) => patch(admin, `/api-keys/${id}`, { name: 'Renamed' });
    expect(await createDuring(rename)).toEqual([201, undefined]);
  });

  test('creates no key if it has expired meanwhile', async () => {
    const clock = fakeClock();
    const expire = async (admin: string, id: string) => {
      clock.advance(1);
      await send('POST', `/api-keys/${id}/rotate`, { token: admin, body: { overlapHours: 0 } });
    };
    expect(await createDuring(expire)).toEqual([401, 'api_key_expired']);
  });
});

describe('POST /v1/api-keys/{id}/rotate', () => {
  test('creates an equal key, and the old key works until the overlap ends', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const settings = { scopes: ['creators:read'], allowedIps: ['203.0.113.0/24'] };
    const old = await createApiKey(admin, settings);
    const answer = await rotate(admin, old.id, { overlapHours: 2 });
    expect(answer.status).toBe(201);
    const successor = answer.json.data;
    expect(successor).toMatchObject({ ...settings, name: old.name, mode: 'live', expiresAt: null });
    expect(successor.id).not.toBe(old.id);
    clock.set('2026-03-01T11:29:59.999Z');
    expect([(await read(old.key)).status, (await read(successor.key)).status]).toEqual([200, 200]);
    clock.set('2026-03-01T11:30:00.000Z');
    expectUnauthenticated(await read(old.key), 'API key expired');
    expect((await read(successor.key)).status).toBe(200);
  });

  test('gives a successor at most the last date as its expiry, so that the keys remain readable', async () => {
    const { admin } = await createBrand();
    const refused = await send('POST', '/api-keys', {
      token: admin,
      body: { name: 'Shop', mode: 'live', scopes: ['*'], expiresAt: '9999-12-31T23:59:59Z' },
    });
    expectError(refused, invalidFields('expiresAt'));
    const expiresAt = '2099-12-31T23:59:59.999Z';
    const { id } = await createApiKey(admin, { expiresAt });
    const first = (await rotate(admin, id)).json.data;
    const second = (await rotate(admin, first.id)).json.data;
    expect([first.expiresAt, second.expiresAt]).toEqual([expiresAt, expiresAt]);
    const { status, json } = await send('GET', '/api-keys', { token: admin });
    expect([status, json.data.length]).toEqual([200, 3]);
  });

  test('ends the old key at once with an overlap of 0, and after 24 hours by default', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const [one, other, manager] = [
      await createApiKey(admin),
      await createApiKey(admin),
      await createApiKey(admin),
    ];
    expect((await rotate(admin, manager.id, { overlapHours: 168 })).status).toBe(201);
    await rotate(admin, one.id, { overlapHours: 0 });
    await rotate(admin, other.id);
    expectUnauthenticated(await read(one.key), 'API key expired');
    clock.advance(86_399);
    expect((await read(other.key)).status).toBe(200);
    clock.advance(1);
    expectUnauthenticated(await read(other.key), 'API key expired');
    expectError(
      await rotate(manager.key, other.id),
      errorBody(409, 'The API key has expired, so it cannot be rotated. Create a new key instead'),
    );
    expectError(await rotate(manager.key, one.id, { overlapHours: 169 }), invalidFields('overlapHours'));
  });

  test('gives the new key the lifetime of the old one, and never extends the old one', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const manager = await createApiKey(admin);
    const old = await createApiKey(admin, { expiresAt: '2026-03-31T09:30:00Z' });
    clock.set('2026-03-31T08:30:00Z');
    const { json } = await rotate(manager.key, old.id);
    expect(json.data.expiresAt).toBe('2026-04-30T08:30:00.000Z');
    clock.set('2026-03-31T09:30:00Z');
    expectUnauthenticated(await read(old.key), 'API key expired');
  });
});

describe('a second rotation of an API key', () => {
  test('a second rotation in the overlap creates another successor, and does not extend the old key', async () => {
    const clock = fakeClock('2026-03-01T09:30:00.000Z');
    const { admin } = await createBrand();
    const old = await createApiKey(admin);
    await rotate(admin, old.id, { overlapHours: 1 });
    clock.set('2026-03-01T10:29:59.999Z');
    const { json } = await rotate(admin, old.id, { overlapHours: 2 });
    const { expiresAt } = await dataOf(send('GET', `/api-keys/${old.id}`, { token: admin }));
    expect(expiresAt).toBe('2026-03-01T10:30:00.000Z');
    // The successor of a key that expires lives as long as that key did.
    expect(json.data.expiresAt).toBe('2026-03-01T11:29:59.999Z');
    clock.set('2026-03-01T10:30:00.000Z');
    expect((await rotate(admin, old.id)).json.code).toBe('api_key_not_rotatable');
    expectUnauthenticated(await read(old.key), 'API key expired');
    expect((await read(json.data.key)).status).toBe(200);
  });
});

describe('GET /v1/api-keys', () => {
  test('lists the newest key first, without the keys, and filters by mode', async () => {
    const { admin } = await createBrand();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await createApiKey(admin)).id);
    const { json, text } = await send('GET', '/api-keys', { token: admin });
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(json.meta).toMatchObject({ total: 3, cursor: null });
    expect(text).not.toContain('sk_live_');
    expect(json.data.map(({ lastUsedAt }: { lastUsedAt: string | null }) => lastUsedAt)).toEqual([
      null,
      null,
      null,
    ]);
    const { id, key } = await createApiKey(admin, { mode: 'test' });
    expect((await read(key)).status).toBe(200);
    const inTestMode = (await send('GET', '/api-keys?mode=test', { token: admin })).json;
    expect([inTestMode.meta.total, inTestMode.data]).toMatchObject([
      1,
      [{ id, lastUsedAt: expect.stringMatching(/Z$/) }],
    ]);
    await send('DELETE', `/api-keys/${id}`, { token: admin });
    const filtered = await send('GET', '/api-keys?mode=test', { token: admin });
    expect([filtered.json.data, filtered.json.meta.total]).toEqual([[], 0]);
  });
});

test('the pattern for secret scanners in the API guide matches exactly the keys', async () => {
  const guide = readFileSync('docs/api-guide.md', 'utf8');
  const [, pattern = ''] = /^(sk_\(\?:live\|test\)_\S+)$/m.exec(guide) ?? [];
  expect(pattern).not.toBe('');
  const { admin } = await createBrand();
  const { key } = await createApiKey(admin);
  expect(new RegExp(`^${pattern}$`).test(key)).toBe(true);
  expect(new RegExp(`^${pattern}$`).test(key.slice(0, -1))).toBe(false);
});
