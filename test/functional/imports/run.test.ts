// Tests what an import does with its rows: results, limits of the plan, cancellation, erasure, events, and the report.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { updateExisting } from '#lib/foundation/table/writes/write.ts';
import { createApiKey, invite, unusedCode } from '#test/support/creations.ts';
import { followTrail, recordAllEvents } from '#test/support/events.ts';
import { createImport, postImport, rowsOf, runImport, startImport } from '#test/support/imports.ts';
import { readPage } from '#test/support/lists.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

/** Sorted by address, because creators of one step have the same time. */
const creatorsOf = async (token: string) =>
  (await readPage(token, '/affiliates')).items.toSorted((one, other) => one.email.localeCompare(other.email));

const setUsed = (brandId: string, used: number) =>
  transact([{ kind: 'put', item: { ...keys.counterShard(brandId, 'affiliates', 0), used } }]);

test('an import creates creators with all fields of their rows, and a second run of the file changes nothing', async () => {
  const { admin: token } = await createBrand('scale');
  const code = unusedCode();
  const lines = [
    'email,vorname,nachname,status,code,commission,group,url,id',
    `ada@example.com,Ada,Lovelace,aktiv,${code},"12,5 %",vip,https://social.example/ada,a-1`,
    'grace@example.com,,,,,,,,',
  ];
  const { id } = await createImport(token, lines);
  const done = await runImport(token, id, { invite: true });
  expect(done).toMatchObject({
    status: 'completed',
    failure: null,
    progress: { done: 2, total: 2, created: 2 },
  });
  const creators = await creatorsOf(token);
  expect(creators).toMatchObject([
    {
      ...{
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        status: 'active',
        trackingCode: code,
        group: 'vip',
      },
      commissionOverride: { type: 'percentage', value: 12.5 },
      ...{ profileUrl: 'https://social.example/ada', externalId: 'a-1' },
    },
    { email: 'grace@example.com', name: '', status: 'invited' },
  ]);
  expect(await rowsOf(token, id)).toMatchObject(
    creators.map(({ id: affiliateId }) => ({ action: 'create', isDone: true, affiliateId })),
  );
  expect((await send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'skip' } })).status).toBe(
    409,
  );
  const again = await createImport(token, lines);
  const { progress } = await runImport(token, again.id, { onExisting: 'update' });
  expect(progress).toMatchObject({ done: 2, created: 0, updated: 0, unchanged: 2 });
  expect(await creatorsOf(token)).toEqual(creators);
});

test('existing creators are skipped or updated as the start says, and empty cells keep their values', async () => {
  const { admin: token } = await createBrand('scale');
  const { id: affiliateId } = await invite(token, { email: 'ada@example.com', name: 'Ada', group: 'vip' });
  const lines = ['email,name,group,id', 'Ada@Example.com,Ada Lovelace,,a-1', 'new@example.com,,,'];
  const [skipping, updating] = [await createImport(token, lines), await createImport(token, lines)];
  expect((await runImport(token, skipping.id)).progress).toMatchObject({ skipped: 1, created: 1 });
  expect((await read(token, `/affiliates/${affiliateId}`)).name).toBe('Ada');
  const { progress } = await runImport(token, updating.id, { onExisting: 'update' });
  expect(progress).toMatchObject({ updated: 1, unchanged: 1 });
  const changed = { name: 'Ada Lovelace', group: 'vip', externalId: 'a-1', email: 'Ada@Example.com' };
  expect(await read(token, `/affiliates/${affiliateId}`)).toMatchObject({ ...changed, status: 'invited' });
});

test('rows beyond the limit of the plan fail, and another start after an upgrade does only these', async () => {
  const { admin: token, brand } = await createBrand('growth');
  await setUsed(brand.id, 498);
  const lines = Array.from({ length: 4 }, (_, index) => `creator-${index}@example.com`);
  const { id } = await createImport(token, ['email', ...lines]);
  const limited = await runImport(token, id);
  expect(limited).toMatchObject({ status: 'completed', progress: { done: 4, created: 2, failed: 2 } });
  const failed = await rowsOf(token, id, '?problem=true');
  expect(failed).toMatchObject(
    [4, 5].map((number) => ({ number, isDone: true, problems: [{ message: 'Creator limit reached' }] })),
  );
  await transact([updateExisting(keys.brand(brand.id), { set: { plan: 'scale' } })]);
  const continued = await runImport(token, id);
  expect(continued.progress).toMatchObject({ done: 4, created: 4, failed: 0, skipped: 0 });
});

test('a canceled import keeps what is done, and another start continues it', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, ['email', 'ada@example.com']);
  await startImport(token, id);
  for (const _ of ['first', 'repeated'])
    expect((await send('DELETE', `/imports/${id}`, { token })).json.data.status).toBe('canceled');
  await continueToCompletion();
  expect(await creatorsOf(token)).toEqual([]);
  expect((await runImport(token, id)).progress).toMatchObject({ created: 1 });
  expect((await send('DELETE', `/imports/${id}`, { token })).status).toBe(409);
});

test('a start that is repeated with its key starts the import once, and a second start is a 409', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, ['email', 'ada@example.com']);
  const start = (headers = {}) =>
    send('POST', `/imports/${id}/start`, { token, headers, body: { onExisting: 'skip' } });
  const key = { 'idempotency-key': 'one-start' };
  expect((await start(key)).text).toBe((await start(key)).text);
  expect((await start()).json.code).toBe('status_conflict');
});

test('the report has the rows of the file with their results, and no cell runs as a formula', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, ['email,name,note', 'ada@example.com,=1+1,"a, b"', 'nobody,Eve,']);
  await runImport(token, id);
  const [creator] = await creatorsOf(token);
  const problem = 'email: Must be an e-mail address of at most 254 bytes, such as ada@example.com';
  const report = (query = '') => send('GET', `/imports/${id}.csv${query}`, { token });
  const { text, headers } = await report();
  expect(text.split('\r\n')).toEqual([
    'email,name,note,result,problems,creator',
    `ada@example.com,"'=1+1","a, b",create,,${creator?.id}`,
    `nobody,Eve,,fail,"${problem}",`,
    '',
  ]);
  expect(headers['content-disposition']).toMatch(/import-\d{4}-\d\d-\d\d\.csv/);
  expect((await report('?excel=true')).text).toMatch(/^\uFEFFemail;name;note;result/);
});

test('the audit trail has the start of an import and its creators, with the person who started it', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, ['email,name', 'ada@example.com,Ada']);
  await startImport(token, id);
  await recordAllEvents();
  const { id: userId } = await read(token, '/me');
  const trail = (await followTrail(token)).filter(({ actor: { id: actorId } }) => actorId === userId);
  const actor = { type: 'user', id: userId };
  expect(trail).toMatchObject([
    { type: 'affiliate.activated', actor },
    { type: 'import.started', resourceId: id, actor, data: { type: 'creators', rows: 1 } },
  ]);
});

test('an erasure of a creator deletes the files of imports, and stops one that is running', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId } = await invite(token, { email: 'ada@example.com' });
  const { id } = await createImport(token, ['email', 'ada@example.com', 'new@example.com']);
  const file = join(environment.EXPORTS_DIRECTORY ?? '', brand.id, `${id}.json`);
  expect(existsSync(file)).toBe(true);
  expect((await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token })).status).toBeLessThan(
    300,
  );
  await continueToCompletion();
  expect(existsSync(file)).toBe(false);
  const found = await read(token, `/imports/${id}`);
  expect(found.sample).toEqual([]);
  for (const path of [`/imports/${id}/rows`, `/imports/${id}.csv`])
    expect((await send('GET', path, { token })).json.message).toContain('create the import again');
  const start = await send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'skip' } });
  expect(start.status).toBe(409);
});

test('an import of test data creates creators of test mode only', async () => {
  const { admin } = await createBrand('scale');
  const { key } = await createApiKey(admin, { mode: 'test' });
  const { id } = await createImport(key, ['email', 'ada@example.com']);
  expect((await runImport(key, id)).progress).toMatchObject({ created: 1 });
  expect(await creatorsOf(admin)).toEqual([]);
  expect((await send('GET', `/imports/${id}`, { token: admin })).json.code).toBe('import_not_found');
});

test('the file of an import is stored for the key that sent it only, and a repeated request is one import', async () => {
  const { admin: token } = await createBrand('scale');
  const body = { type: 'creators', csv: 'email\nada@example.com' };
  const headers = { 'idempotency-key': 'one-import' };
  const [first, second] = [
    await send('POST', '/imports', { token, headers, body }),
    await send('POST', '/imports', { token, headers, body }),
  ];
  expect(second.text).toBe(first.text);
  expect((await readPage(token, '/imports')).items).toHaveLength(1);
  const other = await createBrand('scale');
  expect((await send('GET', `/imports/${first.json.data.id}`, { token: other.admin })).status).toBe(404);
  expect((await postImport(other.admin, body)).status).toBe(201);
});
