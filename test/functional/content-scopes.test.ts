// Tests that an API key reads through aggregates only what it could read at the endpoints of the data itself.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportResources } from '#lib/outlets/exports/rules/resources.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createApiKey,
  createExport,
  createWebhook,
  inviteActive,
  recordOrder,
} from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { freeExportPlaces } from '#test/support/failed-exports.ts';
import { withKey } from '#test/support/idempotent-requests.ts';
import { createApprovedCommission } from '#test/support/payouts.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { type Answer, createBrand, send, type TestBrand } from '#test/support/service.ts';

let world: TestBrand;
let creator: { readonly id: string; readonly email: string; readonly trackingCode: string };
beforeAll(async () => {
  world = await createBrand('scale');
  const { admin: token } = world;
  creator = await inviteActive(token, { email: 'ada@creators.test', name: 'Ada' });
  await recordOrder(token, { trackingCode: creator.trackingCode, customerId: 'customer-1' });
  await send('POST', '/users', { token, body: { email: 'new@acme.test', role: 'member' } });
  await recordAllEvents();
});

const keyWith = async (...scopes: readonly string[]): Promise<string> =>
  (await createApiKey(world.admin, { scopes })).key;
const get = (token: string, path: string) => send('GET', path, { token });
const post = (token: string, path: string, body?: object) =>
  send('POST', path, { token, ...(body && { body }) });

const expectMissing = (answer: Answer, scope: string) =>
  expectError(answer, errorBody(403, expect.stringContaining(`\`${scope}\``), undefined, 'scope_missing'));

/** Stated independently of the code. */
const scopeOf: Readonly<Record<(typeof exportResources)[number], string>> = {
  affiliates: 'creators:read',
  campaigns: 'campaigns:read',
  discounts: 'discounts:read',
  conversions: 'conversions:read',
  commissions: 'commissions:read',
  payouts: 'payouts:read',
  audit: 'creators:read',
};
const allToRead = [
  ...['creators:read', 'campaigns:read', 'discounts:read', 'conversions:read', 'commissions:read'],
  ...['payouts:read', 'webhooks:read', 'connections:read', 'settings:read', 'keys:read'],
];

describe('exports', () => {
  beforeEach(() => freeExportPlaces(world.brand.id));

  test.each(exportResources)(
    'an API key without the scope to read %s can neither create, get nor retry an export of them',
    async (resource) => {
      const { admin } = world;
      const key = await keyWith('reports:write');
      const body = { resource, format: 'csv' };
      expectMissing(await post(key, '/exports', body), scopeOf[resource]);
      const { id } = await createExport(admin, body);
      expectMissing(await get(key, `/exports/${id}`), scopeOf[resource]);
      expectMissing(await post(key, `/exports/${id}/retry`), scopeOf[resource]);
      const reader = await keyWith(
        'reports:write',
        ...(resource === 'audit' ? allToRead : [scopeOf[resource]]),
      );
      expect((await post(reader, '/exports', body)).status).toBe(201);
    },
  );

  test('a stored response is not replayed to an API key that may not read what was exported', async () => {
    const request = { body: { resource: 'affiliates', format: 'csv' }, ...withKey('export-creators') };
    expect((await send('POST', '/exports', { token: world.admin, ...request })).status).toBe(201);
    const token = await keyWith('reports:write');
    expectMissing(await send('POST', '/exports', { token, ...request }), 'creators:read');
  });

  test('the audit trail cannot be exported in test mode, because the account has no test data', async () => {
    const { admin: token } = world;
    const body = { resource: 'audit', format: 'csv' };
    const answer = await send('POST', '/exports', { token, body, headers: { 'x-mode': 'test' } });
    expect([answer.status, answer.json.code]).toEqual([400, 'test_mode_unavailable']);
  });
});

describe.each(['/events', '/audit'])('GET /v1%s', (path) => {
  const [base, own] =
    path === '/events' ? ['webhooks:read', 'webhook_endpoint.*'] : ['settings:read', 'session.*'];

  test('an API key needs the scopes of the types that it selects, and all of them without a selection', async () => {
    const key = await keyWith(base);
    expectMissing(await get(key, path), 'creators:read');
    expectMissing(await get(key, `${path}?type=*`), 'creators:read');
    expectMissing(await get(key, `${path}?type=${own},affiliate.invited`), 'creators:read');
    expectMissing(await get(key, `${path}?type=customer.personal_data_erased`), 'conversions:read');
    const reader = await keyWith(base, 'creators:read');
    const types = (await dataOf(get(reader, `${path}?type=affiliate.*`))).map(
      ({ type }: { type: string }) => type,
    );
    expect(new Set(types)).toEqual(new Set(['affiliate.invited', 'affiliate.activated']));
    expect((await get(await keyWith(...allToRead), path)).status).toBe(200);
  });
});

describe('GET /v1/events', () => {
  test('an API key that reads webhooks reads no users, neither in the feed nor as single events', async () => {
    const key = await keyWith('webhooks:read', 'creators:read');
    expectMissing(await get(key, '/events?type=user.*'), 'settings:read');
    const [invited] = await dataOf(get(world.admin, '/events?type=user.invited'));
    const [creation] = await dataOf(get(world.admin, '/events?type=affiliate.invited'));
    expectMissing(await get(key, `/events/${invited.id}`), 'settings:read');
    expect((await dataOf(get(key, `/events/${creation.id}`))).id).toBe(creation.id);
  });
});

describe('webhook endpoints', () => {
  const url = 'https://hooks.acme.test/other';

  test('an API key creates endpoints only for events that it could read', async () => {
    const key = await keyWith('webhooks:write', 'payouts:read');
    expectMissing(await post(key, '/webhook-endpoints', { url }), 'creators:read');
    expectMissing(
      await post(key, '/webhook-endpoints', { url, events: ['payout.paid', 'user.*'] }),
      'settings:read',
    );
    expect((await createWebhook(key, { events: ['payout.*'] })).events).toEqual(['payout.*']);
  });

  test('an API key changes an endpoint only if it could read the events of the endpoint, but can always stop it', async () => {
    const key = await keyWith('webhooks:write', 'payouts:read');
    const all = await createWebhook(world.admin);
    const own = await createWebhook(key, { events: ['payout.*'] });
    const change = (id: string, body: object) =>
      send('PATCH', `/webhook-endpoints/${id}`, { token: key, body });
    expectMissing(await change(all.id, { url }), 'creators:read');
    expectMissing(await change(all.id, { url, status: 'disabled' }), 'creators:read');
    expectMissing(await change(own.id, { events: ['conversion.*'] }), 'conversions:read');
    expect((await change(own.id, { url })).status).toBe(200);
    expect((await change(all.id, { status: 'disabled' })).status).toBe(200);
    expectMissing(await change(all.id, { status: 'enabled' }), 'creators:read');
  });

  test('an API key replays to an endpoint only types of events that it could read', async () => {
    const key = await keyWith('webhooks:write', 'payouts:read');
    const { id } = await createWebhook(key, { events: ['payout.*'] });
    const replay = (types?: readonly string[]) =>
      post(key, `/webhook-endpoints/${id}/replay`, {
        from: new Date(Date.now() - 60_000).toISOString(),
        ...(types && { types }),
      });
    expectMissing(await replay(['*']), 'creators:read');
    expect((await replay(['payout.paid'])).status).toBe(202);
    expect((await replay()).status).toBe(202);
  });
});

describe('personal data', () => {
  test('an API key needs the scopes of all records about a creator to get them', async () => {
    const path = `/affiliates/${creator.id}/personal-data`;
    expectMissing(await get(await keyWith('creators:read'), path), 'campaigns:read');
    const allButPayouts = allToRead.filter((scope) => scope !== 'payouts:read');
    expectMissing(await get(await keyWith(...allButPayouts), path), 'payouts:read');
    expect((await get(await keyWith(...allToRead), path)).status).toBe(200);
  });

  test('an API key that reads creators does not read the erasure of a customer', async () => {
    const token = world.admin;
    const { id } = await dataOf(send('DELETE', '/customers/customer-1/personal-data', { token }), 202);
    const path = `/personal-data-erasures/${id}`;
    expectMissing(await get(await keyWith('creators:read'), path), 'conversions:read');
    expect((await get(await keyWith('creators:read', 'conversions:read'), path)).status).toBe(200);
  });
});

describe('payouts and payables', () => {
  test('an API key that may not read creators reads payouts without names and addresses, and no files', async () => {
    const brand = await createBrand('scale');
    const { admin } = brand;
    const { id: affiliateId } = await inviteActive(admin, { email: 'grace@creators.test', name: 'Grace' });
    const keyOf = async (scopes: readonly string[]) => (await createApiKey(admin, { scopes })).key;
    const key = await keyOf(['payouts:write']);
    const reader = await keyOf(['payouts:write', 'creators:read']);
    await createApprovedCommission(brand, affiliateId, 1000);
    const preview = (token: string) => post(token, '/payouts?dryRun=true', {});
    const names = { name: 'Grace', email: 'grace@creators.test' };
    expect((await preview(key)).text).not.toContain('grace@creators.test');
    expect((await dataOf(preview(reader))).lines).toMatchObject([names]);
    const { id } = await dataOf(post(admin, '/payouts', {}), 201);
    for (const path of [`/payouts/${id}`, `/payouts/${id}/lines`]) {
      const shown = await get(key, path);
      expect([shown.status, shown.text.includes(affiliateId)]).toEqual([200, true]);
      expect(shown.text).not.toMatch(/Grace|grace@/);
      expect((await get(reader, path)).text).toContain('grace@creators.test');
    }
    expectMissing(await get(key, `/payouts/${id}.csv`), 'creators:read');
    expect((await get(reader, `/payouts/${id}.csv`)).text).toContain('grace@creators.test');
  });

  test.each([
    ['affiliate', 'creators:read', 'name'],
    ['campaign', 'campaigns:read', 'name'],
    ['discount', 'discounts:read', 'code'],
  ])(
    'the performance report by %s names its rows only for API keys with the scope %s',
    async (group, scope, field) => {
      const path = `/reports/performance?groupBy=${group}`;
      const csvFor = async (token: string) =>
        (await send('GET', path, { token, headers: { accept: 'text/csv' } })).text.split('\r\n');
      const [key, reader] = [await keyWith('reports:read'), await keyWith('reports:read', scope)];
      const [[unnamed], [named]] = [
        (await dataOf(get(key, path))).rows,
        (await dataOf(get(reader, path))).rows,
      ];
      expect([unnamed.key, unnamed[field]]).toEqual([named.key, undefined]);
      expect(typeof named[field]).toBe(named.key === null ? 'object' : 'string');
      const [[header, withoutName], [sameHeader]] = [await csvFor(key), await csvFor(reader)];
      expect(header).toBe(sameHeader);
      const column = header?.split(',').indexOf(field) ?? -1;
      expect([withoutName?.split(',')[0], withoutName?.split(',')[column]]).toEqual([named.key ?? '', '']);
    },
  );

  test('the reports of payables and of top creators, which name creators, need the scope to read them', async () => {
    for (const path of ['/reports/payables', '/reports/top-creators']) {
      expectMissing(await get(await keyWith('reports:read'), path), 'creators:read');
      expect((await get(await keyWith('reports:read', 'creators:read'), path)).status).toBe(200);
    }
  });
});
