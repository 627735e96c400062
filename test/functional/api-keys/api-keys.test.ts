import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { maxApiKeys } from '#lib/api-keys/writes.ts';
import { dataOf } from '#test/support/answers.ts';
import { fillApiKeys } from '#test/support/api-keys.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError, expectUnauthenticated, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const read = (token: string, sourceIp?: string) =>
  send('GET', '/affiliates', { token, ...(sourceIp !== undefined && { sourceIp }) });
const rotate = (token: string, id: string, body?: object) =>
  send('POST', `/api-keys/${id}/rotate`, { token, body });

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

  test('replaces an expired key at the limit', async () => {
    const { admin, brand } = await createBrand();
    await fillApiKeys(brand.id, 1, '2020-01-01T00:00:00.000Z');
    await fillApiKeys(brand.id, maxApiKeys - 1);
    const { id } = await createApiKey(admin);
    const { json } = await send('GET', '/api-keys?limit=100', { token: admin });
    expect(json.meta.total).toBe(maxApiKeys);
    const expired = json.data.filter(({ expiresAt }: { expiresAt: string | null }) => expiresAt !== null);
    expect([json.data[0].id, expired]).toEqual([id, []]);
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

  test('an API key is refused from its expiry on', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin, { expiresAt: '2026-03-01T10:30:00Z' });
    clock.advance(3599);
    expect((await read(key)).status).toBe(200);
    clock.advance(1);
    expectUnauthenticated(await read(key), 'API key expired');
  });

  test('an API key is accepted only from its allowed addresses', async () => {
    const { admin } = await createBrand();
    const { id, key } = await createApiKey(admin, { allowedIps: ['198.51.100.0/24', '2001:db8::/32'] });
    expect((await read(key, '198.51.100.9')).status).toBe(200);
    expect((await read(key, '2001:db8::9')).status).toBe(200);
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
    const answers = [
      await send('PATCH', `/api-keys/${strong.id}`, { token: key, body: { allowedIps: null } }),
      await rotate(key, strong.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect((await read(strong.key)).status).toBe(200);
    expect((await send('DELETE', `/api-keys/${strong.id}`, { token: key })).status).toBe(204);
  });

  test('a key that expires creates and changes only keys that expire no later, and its successor as well', async () => {
    const { admin } = await createBrand();
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { key, id } = await createApiKey(admin, { scopes: ['*'], expiresAt });
    const endless = await createApiKey(admin);
    const body = { name: 'More', mode: 'live', scopes: ['*'] };
    const answers = [
      await send('POST', '/api-keys', { token: key, body }),
      await send('POST', '/api-keys', { token: key, body: { ...body, expiresAt: '2099-01-01T00:00:01Z' } }),
      await send('PATCH', `/api-keys/${id}`, { token: key, body: { expiresAt: null } }),
      await send('PATCH', `/api-keys/${endless.id}`, { token: key, body: { name: 'Mine' } }),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      answers.map(() => [403, 'grant_exceeded']),
    );
    expect(answers[0]?.json.message).toContain(`send an \`expiresAt\` up to ${expiresAt}`);
    expect((await createApiKey(key, { expiresAt })).expiresAt).toBe(expiresAt);
    expect((await rotate(key, endless.id)).json.data.expiresAt).toBe(expiresAt);
    expect((await rotate(key, id)).json.data.expiresAt).toBe(expiresAt);
  });

  test('a key for some addresses creates and changes only keys for these addresses', async () => {
    const { admin } = await createBrand();
    const { key, id } = await createApiKey(admin, { scopes: ['*'], allowedIps: ['203.0.113.0/24'] });
    const body = { name: 'More', mode: 'live', scopes: ['*'] };
    for (const allowedIps of [undefined, null, ['203.0.112.0/23'], ['203.0.113.7', '192.0.2.1']]) {
      const answer = await send('POST', '/api-keys', { token: key, body: { ...body, allowedIps } });
      expect([answer.status, answer.json.code]).toEqual([403, 'grant_exceeded']);
    }
    expect((await send('PATCH', `/api-keys/${id}`, { token: key, body: { allowedIps: null } })).status).toBe(
      403,
    );
    const allowedIps = ['203.0.113.128/25', '203.0.113.7'];
    expect((await createApiKey(key, { allowedIps })).allowedIps).toEqual(allowedIps);
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
    clock.advance(2 * 3600 - 1);
    expect([(await read(old.key)).status, (await read(successor.key)).status]).toEqual([200, 200]);
    clock.advance(1);
    expectUnauthenticated(await read(old.key), 'API key expired');
    expect((await read(successor.key)).status).toBe(200);
  });

  test('ends the old key at once with an overlap of 0, and after 24 hours by default', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { admin } = await createBrand();
    const [one, other, manager] = [
      await createApiKey(admin),
      await createApiKey(admin),
      await createApiKey(admin),
    ];
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

describe('GET /v1/api-keys', () => {
  test('lists the newest key first, without the keys, and filters by mode', async () => {
    const { admin } = await createBrand();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await createApiKey(admin)).id);
    const { json, text } = await send('GET', '/api-keys', { token: admin });
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(json.meta).toMatchObject({ total: 3, cursor: null });
    expect(text).not.toContain('sk_live_');
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
