// Tests exports of the audit trail: all entries once, on every plan, with the scope to read it, and without erased data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scopes } from '#lib/foundation/contract/scope.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { createApiKey, createExport, invite, patch } from '#test/support/creations.ts';
import { followTrail, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

async function download(token: string, id: string): Promise<string> {
  const { url } = await read(token, `/exports/${id}`);
  const key = new URL(url).pathname.replace('/files/', '');
  return readFileSync(join(environment.EXPORTS_DIRECTORY ?? '', key), 'utf8');
}

async function exportTrail(token: string, body: object = {}): Promise<Json> {
  const { id } = await createExport(token, { resource: 'audit', format: 'ndjson', ...body });
  await recordAllEvents();
  return read(token, `/exports/${id}`);
}

const linesOf = (text: string): Json[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('an export of the audit trail has each entry once, oldest first, as in the list', async () => {
  const { admin: token } = await createBrand('scale');
  const creators = await Promise.all(Array.from({ length: 130 }, () => invite(token)));
  for (const { id } of creators.slice(0, 3)) await patch(token, `/affiliates/${id}`, { status: 'active' });
  await recordAllEvents();
  const found = await exportTrail(token);
  expect(found).toMatchObject({ status: 'ready', progress: 100, resource: 'audit' });
  const entries = linesOf(await download(token, found.id));
  expect(entries).toEqual((await followTrail(token)).toReversed());
  expect(entries.length).toBeGreaterThan(130);
  expect(found.rows).toBe(entries.length);
});

test('an export of the audit trail as CSV has the fields of an entry and of its actor as columns, and its data as JSON', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await invite(token, { name: '=1+1' });
  await recordAllEvents();
  const found = await exportTrail(token, { format: 'csv' });
  const [header, ...rows] = (await download(token, found.id)).trimEnd().split('\r\n');
  expect(header).toBe(
    'id,type,apiVersion,createdAt,sequence,actor.type,actor.id,actor.requestId,resourceId,data,changes,addressHash,address',
  );
  const row = rows.find((text) => text.includes(id)) ?? '';
  expect(row).toContain('affiliate.invited');
  expect(row).toContain('""name"":""=1+1""');
});

test('a range of times selects the entries of an export to the millisecond, and none is newer than the export', async () => {
  const { admin: token } = await createBrand('scale');
  const clock = fakeClock();
  const invited: Json[] = [];
  for (let made = 0; made < 4; made += 1) {
    clock.advance(0.001);
    invited.push(await invite(token));
  }
  await recordAllEvents();
  const [first, second, third, fourth] = invited;
  const idsIn = async (filters: object, whileRequested = async () => {}) => {
    const { id } = await createExport(token, { resource: 'audit', format: 'ndjson', filters });
    await whileRequested();
    await recordAllEvents();
    return linesOf(await download(token, id)).map(({ resourceId }) => resourceId);
  };
  expect(await idsIn({ createdFrom: second?.createdAt, createdTo: third?.createdAt })).toEqual([
    second?.id,
    third?.id,
  ]);
  const filters = { createdFrom: first?.createdAt, createdTo: '2099-12-31T00:00:00Z' };
  const later = async (): Promise<void> => {
    clock.advance(0.001);
    await invite(token);
  };
  expect(await idsIn(filters, later)).toEqual([first?.id, second?.id, third?.id, fourth?.id]);
});

test('a brand without access to the API can export its audit trail, and nothing else', async () => {
  const { admin: token } = await createBrand('starter');
  const found = await exportTrail(token);
  expect(found.status).toBe('ready');
  const refused = await send('POST', '/exports', { token, body: { resource: 'affiliates', format: 'csv' } });
  expect([refused.status, refused.json.code]).toEqual([403, 'plan_required']);
});

test('an API key needs all scopes to read to export the audit trail and to get the file', async () => {
  const { admin } = await createBrand('scale');
  const { key } = await createApiKey(admin, { scopes: ['reports:write'] });
  const toRead = scopes.filter((scope) => scope.endsWith(':read'));
  const { key: auditor } = await createApiKey(admin, { scopes: ['reports:write', ...toRead] });
  const body = { resource: 'audit', format: 'csv' };
  const refused = await send('POST', '/exports', { token: key, body });
  expect([refused.status, refused.json.code]).toEqual([403, 'scope_missing']);
  const { status, json } = await send('POST', '/exports', { token: auditor, body });
  expect(status).toBe(201);
  for (const [method, path] of [
    ['GET', `/exports/${json.data.id}`],
    ['POST', `/exports/${json.data.id}/retry`],
  ] as const)
    expect((await send(method, path, { token: key })).json.code).toBe('scope_missing');
});

test('an erasure deletes the files of the audit trail that contain the person', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await invite(token, { name: 'Grace Hopper' });
  await recordAllEvents();
  const before = await exportTrail(token);
  expect(await download(token, before.id)).toContain('Grace Hopper');
  await send('DELETE', `/affiliates/${id}/personal-data`, { token });
  await recordAllEvents();
  expect(await read(token, `/exports/${before.id}`)).toMatchObject({ status: 'expired', url: null });
  const after = await exportTrail(token);
  const text = await download(token, after.id);
  expect(text).toContain(id);
  expect(text).not.toContain('Grace Hopper');
});
