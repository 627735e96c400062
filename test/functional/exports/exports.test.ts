// Tests exports: files in both formats, filters, progress, lost and interrupted uploads, failures and links.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveExportFile } from '#infra/local/export-files.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { checkLocalUrl } from '#lib/outlets/exports/rules/local-url.ts';
import { findExport } from '#lib/outlets/exports/store/exports.ts';
import { fileStore } from '#lib/outlets/exports/store/files.ts';
import { changeExport } from '#lib/outlets/exports/writes.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createExport, invite, inviteActive, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

/** Returns the text that the link of the export downloads. */
async function download(token: string, id: string): Promise<string> {
  const { url } = await read(token, `/exports/${id}`);
  const { pathname, searchParams } = new URL(url);
  const key = pathname.replace('/files/', '');
  expect(checkLocalUrl(environment.EXPORTS_SECRET ?? '', key, searchParams, now())).toBeDefined();
  return readFileSync(join(environment.EXPORTS_DIRECTORY ?? '', key), 'utf8');
}

async function complete(token: string, body: object): Promise<Json> {
  const { id } = await createExport(token, body);
  await continueToCompletion();
  return read(token, `/exports/${id}`);
}

test('POST /v1/exports writes a CSV file with all items, oldest first, in which formulas cannot run', async () => {
  const { admin: token } = await createBrand('scale');
  const [ada, ben] = [await invite(token, { name: '=1+1' }), await invite(token, { name: 'Ben, "B"' })];
  const created = await createExport(token, { resource: 'affiliates', format: 'csv', bom: true });
  expect(created).toMatchObject({ status: 'preparing', progress: 0, rows: 0, completedAt: null });
  await invite(token);
  await continueToCompletion();
  const found = await read(token, `/exports/${created.id}`);
  expect(found).toMatchObject({ status: 'ready', progress: 100, failure: null });
  const lines = (await download(token, created.id)).trimEnd().split('\r\n');
  expect(lines[0]?.startsWith('\uFEFFid,name,email,status,')).toBe(true);
  expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual([ada.id, ben.id]);
  expect(lines[1]).toContain(`,"'=1+1",`);
  expect(lines[2]).toContain(',"Ben, ""B""",');
});

test('an export with the format ndjson has the items of the list, one JSON object per line', async () => {
  const { admin: token } = await createBrand('scale');
  const { trackingCode } = await inviteActive(token);
  for (let made = 0; made < 3; made += 1) await recordOrder(token, { trackingCode });
  const { id, rows } = await complete(token, { resource: 'conversions', format: 'ndjson' });
  const lines = (await download(token, id)).trimEnd().split('\n');
  const { json } = await send('GET', '/conversions?order=asc', { token });
  expect(lines.map((line) => JSON.parse(line))).toEqual(json.data);
  expect(rows).toBe(3);
});

test('filters select the items, and a combination without a partition is a 400 that lists the supported ones', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const [ada, ben] = [await inviteActive(token), await inviteActive(token)];
  const given = { brandId: brand.id, status: 'approved' } as const;
  const wanted = await createCommission({ ...given, affiliateId: ada.id });
  await createCommission({ ...given, affiliateId: ben.id });
  await createCommission({ ...given, affiliateId: ada.id, status: 'pending' });
  const filters = { affiliateId: ada.id, status: 'approved' };
  const { id, rows } = await complete(token, { resource: 'commissions', format: 'csv', filters });
  expect(rows).toBe(1);
  expect(await download(token, id)).toContain(wanted.id);
  // The counter of the list also counts the items that the filters exclude.
  expect(await findExport(brand.id, id)).toMatchObject({ total: null });
  const body = { resource: 'campaigns', format: 'csv', filters: { affiliateId: ada.id } };
  const { status, json } = await send('POST', '/exports', { token, body });
  expect([status, json.details]).toEqual([
    400,
    [{ path: 'filters.affiliateId', message: '`campaigns` supports: no filter; `status`' }],
  ]);
});

test('a range of times that no item can match is a 400, and creates no export', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin: token } = await createBrand('scale');
  const request = async (filters: object) =>
    (await send('POST', '/exports', { token, body: { resource: 'conversions', format: 'csv', filters } }))
      .json.details;
  const [path, future] = ['filters.createdFrom', '2026-03-10T12:00:00.001Z'];
  expect(await request({ createdFrom: future })).toEqual([{ path, message: 'Must not be in the future' }]);
  expect(await request({ createdFrom: '2026-03-02T00:00:00Z', createdTo: '2026-03-01T00:00:00Z' })).toEqual([
    { path, message: '`createdFrom` must not be after `createdTo`' },
  ]);
  expect(await request({ createdFrom: '9999-12-31T00:00:00Z' })).toEqual([
    { path, message: 'Must be from 2000-01-01 to 2099-12-31' },
  ]);
  expect((await read(token, '/exports')).length).toBe(0);
  clock.advance(0.001);
  const { status } = await complete(token, {
    ...{ resource: 'conversions', format: 'csv' },
    filters: { createdFrom: future },
  });
  expect(status).toBe('ready');
});

test('an export of no items is a file with the header', async () => {
  const { admin: token } = await createBrand('scale');
  const { id, status, rows } = await complete(token, { resource: 'payouts', format: 'csv' });
  expect([status, rows]).toEqual(['ready', 0]);
  expect(await download(token, id)).toMatch(/^id,status,[^\r\n]*\r\n$/);
});

test('an export whose upload was lost begins again', async () => {
  const { admin: token } = await createBrand('scale');
  await invite(token);
  const store = fileStore();
  const { id } = await createExport(token);
  const { complete: completeUpload } = store;
  let lost = 0;
  Object.assign(store, {
    complete: async (upload: Parameters<typeof completeUpload>[0], etags: readonly string[]) => {
      lost += 1;
      return completeUpload(lost === 1 ? { ...upload, uploadId: 'lost' } : upload, etags);
    },
  });
  try {
    await continueToCompletion();
  } finally {
    Object.assign(store, { complete: completeUpload });
  }
  expect(lost).toBe(2);
  expect(await read(token, `/exports/${id}`)).toMatchObject({ status: 'ready', rows: 1 });
});

test('an export of an unreadable item fails visibly, and a retry continues it', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId } = await invite(token);
  const key = keys.item(brand.id, 'affiliate', affiliateId);
  const { getItem } = await import('#lib/foundation/table/client.ts');
  const before = await getItem(key);
  await putItem({ Item: { ...before, status: 'unknown' } });
  const failed = await complete(token, { resource: 'affiliates', format: 'csv' });
  expect(failed).toMatchObject({ status: 'failed', url: null, failure: expect.stringContaining('retry') });
  await putItem({ Item: { ...before } });
  const retried = await send('POST', `/exports/${failed.id}/retry`, { token });
  expect([retried.status, retried.json.data.status]).toEqual([200, 'preparing']);
  await continueToCompletion();
  expect(await read(token, `/exports/${failed.id}`)).toMatchObject({ status: 'ready', rows: 1 });
  expect((await send('POST', `/exports/${failed.id}/retry`, { token })).status).toBe(409);
});

test('a file expires after 7 days, and a link after 15 minutes', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin, brand } = await createBrand('scale');
  const { id, url, expiresAt } = await complete(admin, { resource: 'affiliates', format: 'csv' });
  expect(expiresAt).toBe('2026-03-17T12:00:00.000Z');
  const { pathname, searchParams } = new URL(url);
  const key = pathname.replace('/files/', '');
  const isValid = () =>
    checkLocalUrl(environment.EXPORTS_SECRET ?? '', key, searchParams, now()) !== undefined;
  clock.set('2026-03-10T12:14:59.999Z');
  expect(isValid()).toBe(true);
  clock.set('2026-03-10T12:15:00.000Z');
  expect(isValid()).toBe(false);
  searchParams.set('expires', '9999999999');
  expect(isValid()).toBe(false);

  clock.set('2026-03-17T11:59:59.999Z');
  const { token } = await newToken(brand.id, 'admin');
  const [last, listed] = [await read(token, `/exports/${id}`), await read(token, '/exports')];
  expect([last.status, last.url === null, listed[0].status]).toEqual(['ready', false, 'ready']);
  clock.set('2026-03-17T12:00:00.000Z');
  const [expired, listedLater] = [await read(token, `/exports/${id}`), await read(token, '/exports')];
  expect([expired.status, expired.url, listedLater[0].status]).toEqual(['expired', null, 'expired']);
});

test('an export that is not ready has no link, also after its file was ready once', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createExport(token);
  expect(await read(token, `/exports/${id}`)).toMatchObject({ status: 'preparing', url: null });
  await continueToCompletion();
  const stored = await findExport(brand.id, id);
  if (stored === undefined) throw new Error('The export does not exist');
  await transact([changeExport(stored, { ...stored, status: 'failed', failure: 'An item' })]);
  expect(await read(token, `/exports/${id}`)).toMatchObject({ status: 'failed', url: null });
});

test('a range of times includes both of its milliseconds, and never items that are newer than the export', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin: token } = await createBrand('scale');
  const ids: string[] = [];
  for (let created = 0; created < 4; created += 1) {
    ids.push((await invite(token)).id);
    clock.advance(0.001);
  }
  const idsIn = async (filters: object): Promise<readonly string[]> => {
    const { id } = await complete(token, { resource: 'affiliates', format: 'ndjson', filters });
    const lines = (await download(token, id)).trimEnd().split('\n');
    return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line).id]));
  };
  const at = (millisecond: number) => `2026-03-10T12:00:00.00${millisecond}Z`;
  expect(await idsIn({ createdFrom: at(1), createdTo: at(2) })).toEqual(ids.slice(1, 3));
  expect(await idsIn({ createdTo: at(0) })).toEqual(ids.slice(0, 1));
  expect(await idsIn({ createdFrom: at(3) })).toEqual(ids.slice(3));
  const { id } = await createExport(token, {
    format: 'ndjson',
    filters: { createdTo: '2026-03-11T00:00:00Z' },
  });
  clock.advance(0.001);
  await invite(token);
  await continueToCompletion();
  expect(await read(token, `/exports/${id}`)).toMatchObject({ status: 'ready', rows: 4, progress: 100 });
});

test('an export of orders without a creator contains only these', async () => {
  const { admin: token } = await createBrand('scale');
  const { trackingCode } = await inviteActive(token);
  await recordOrder(token, { trackingCode });
  const { id: wanted } = await recordOrder(token);
  const filters = { attribution: 'noReference' };
  const { id, rows } = await complete(token, { resource: 'conversions', format: 'ndjson', filters });
  expect(rows).toBe(1);
  expect(JSON.parse(await download(token, id)).id).toBe(wanted);
});

test('the local stage serves a file only with a valid signature', async () => {
  const { admin: token } = await createBrand('scale');
  const { url, id } = await complete(token, { resource: 'campaigns', format: 'csv' });
  const server = createServer((request, response) => {
    if (!serveExportFile(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { pathname, search } = new URL(url);
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  try {
    const file = await get(`${pathname}${search}`);
    expect([file.status, await file.text()]).toEqual([200, await download(token, id)]);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="campaigns-[\d-]+\.csv"$/);
    expect((await get(`${pathname}${search.replace('name=', 'name=x')}`)).status).toBe(403);
    expect((await get('/files/../../etc/passwd')).status).toBe(418);
    expect((await get('/v1/health')).status).toBe(418);
  } finally {
    server.close();
  }
});

test('members cannot export, and the list has the newest export first', async () => {
  const { admin: token, member } = await createBrand('scale');
  const body = { resource: 'affiliates', format: 'csv' };
  expect((await send('POST', '/exports', { token: member, body })).status).toBe(403);
  const [first, second] = [await createExport(token), await createExport(token)];
  const { json } = await send('GET', '/exports', { token });
  expect(json.data.map(({ id }: Json) => id)).toEqual([second.id, first.id]);
});
