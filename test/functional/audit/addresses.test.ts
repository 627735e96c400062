// Tests that the audit trail shows IP addresses in clear for 30 days, and only to brands that have chosen it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { createAccount, logIn } from '#test/support/accounts.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, createExport, invite } from '#test/support/creations.ts';
import { followTrail, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const sourceIp = '198.51.100.23';
const day = 86_400;

const show = (token: string, auditAddresses: 'clear' | 'hashed') =>
  dataOf(send('PATCH', '/brand', { token, body: { auditAddresses } }));

const inviteFrom = async (token: string, address = sourceIp): Promise<string> => {
  const body = { email: `${crypto.randomUUID()}@creators.test` };
  return (await dataOf(send('POST', '/affiliates/invite', { token, body, sourceIp: address }), 201)).id;
};

async function addressOf(token: string, resourceId: string): Promise<string | null> {
  await recordAllEvents();
  const [entry] = await followTrail(token, `resourceId=${resourceId}&limit=100`);
  expect(entry.addressHash).toMatch(/^[\w-]{12}$/);
  return entry.address;
}

test('an entry has the address only if the brand has chosen it before the request', async () => {
  const { admin } = await createBrand('scale');
  const before = await inviteFrom(admin);
  expect((await show(admin, 'clear')).auditAddresses).toBe('clear');
  const during = await inviteFrom(admin);
  expect(await addressOf(admin, before)).toBeNull();
  expect(await addressOf(admin, during)).toBe(sourceIp);
  await show(admin, 'hashed');
  expect(await addressOf(admin, during)).toBeNull();
});

test('an entry has the address for 30 days', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin } = await createBrand('scale');
  const { key } = await createApiKey(admin);
  await show(key, 'clear');
  const id = await inviteFrom(key);
  expect(await addressOf(key, id)).toBe(sourceIp);
  clock.set('2026-03-31T11:59:59.999Z');
  expect(await addressOf(key, id)).toBe(sourceIp);
  clock.set('2026-03-31T12:00:00.000Z');
  expect(await addressOf(key, id)).toBeNull();
});

test('the segments of the trail contain no address, and each stored address expires', async () => {
  const { admin, brand } = await createBrand('scale');
  await show(admin, 'clear');
  await inviteFrom(admin);
  await recordAllEvents();
  const items = (await allItems()).filter((item) => JSON.stringify(item).includes(sourceIp));
  const own = items.filter(({ pk }) => String(pk).startsWith(brand.id));
  expect(own.length).toBeGreaterThan(0);
  for (const { pk, expiresAt } of own) {
    expect(pk).toBe(`${brand.id}#REQUEST_ADDRESS`);
    expect(Number(expiresAt)).toBeGreaterThan(Date.now() / 1000 + 29 * day);
  }
});

test('logins, failed logins and the first use of a key have the address', async () => {
  const account = await createAccount();
  const { accessToken: token } = (await logIn(account)).json.data;
  const { key } = await createApiKey(token);
  await show(token, 'clear');
  await logIn(account, { sourceIp });
  await logIn({ ...account, password: 'a wrong password' }, { sourceIp });
  expect((await send('GET', '/affiliates', { token: key, sourceIp })).status).toBe(200);
  await recordAllEvents();
  const types = ['session.created', 'session.failed', 'api_key.first_used_from_address'];
  const entries = await followTrail(token, `type=${types.join()}&limit=100`);
  const shown = entries.filter(({ address }) => address === sourceIp).map(({ type }) => type);
  expect(shown.toSorted()).toEqual(types.toSorted());
});

async function exportedAddress(admin: string, resourceId: string): Promise<string | null> {
  const { id: exportId } = await createExport(admin, { resource: 'audit', format: 'ndjson' });
  await recordAllEvents();
  const { url } = await read(admin, `/exports/${exportId}`);
  const file = join(environment.EXPORTS_DIRECTORY ?? '', new URL(url).pathname.replace('/files/', ''));
  const entries = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Json => JSON.parse(line));
  return entries.find((entry) => entry.resourceId === resourceId)?.address;
}

test('an export of the audit trail has the addresses while the brand shows them', async () => {
  const { admin } = await createBrand('scale');
  await show(admin, 'clear');
  const id = await inviteFrom(admin);
  await recordAllEvents();
  expect(await exportedAddress(admin, id)).toBe(sourceIp);
  await show(admin, 'hashed');
  expect(await exportedAddress(admin, id)).toBeNull();
});

test('a request of a brand that has not chosen addresses stores none, and one that has stores one in parallel', async () => {
  const { admin } = await createBrand('scale');
  const [, hashed] = await trafficOf(() => invite(admin));
  await show(admin, 'clear');
  const [, clear] = await trafficOf(() => invite(admin));
  expect(clear.calls.length).toBe(hashed.calls.length + 1);
  expect(clear.roundTrips).toBe(hashed.roundTrips);
});
