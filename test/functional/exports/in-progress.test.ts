// Tests the limit of the exports of a brand that are in progress at the same time.
import { expect, test } from 'vitest';
import { transact } from '#lib/foundation/table/transact.ts';
import { findExport } from '#lib/outlets/exports/store/exports.ts';
import { changeExport } from '#lib/outlets/exports/writes.ts';
import { createExport } from '#test/support/creations.ts';
import { createFailedExport } from '#test/support/failed-exports.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { createBrand, send } from '#test/support/service.ts';

const create = (token: string, headers = {}) =>
  send('POST', '/exports', { token, headers, body: { resource: 'affiliates', format: 'csv' } });

async function brandWithFive() {
  const { admin: token, brand } = await createBrand('scale');
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) ids.push((await createExport(token)).id);
  return { token, brandId: brand.id, ids };
}

test('a sixth export in progress is a 409 that names the others, and an export that ends frees its place', async () => {
  const { token, brandId, ids } = await brandWithFive();
  const refused = await create(token);
  expect([refused.status, refused.json.code]).toEqual([409, 'exports_in_progress']);
  expect(refused.json.message).toContain('at most 5 exports in progress');
  expect(refused.json.details[0].values).toEqual(ids);
  await runWorker('exports', { brandId, id: ids[2] ?? '' });
  expect((await create(token)).status).toBe(201);
  expect((await create(token)).status).toBe(409);
  const { json } = await send('GET', '/exports', { token });
  expect(json.data).toHaveLength(6);
});

test('five of many parallel requests for exports succeed, and the others return 409', async () => {
  const { admin: token } = await createBrand('scale');
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), 409, 409, 409]);
});

test('a retry of an export takes a place, unless the export has one', async () => {
  const { token, brandId, ids } = await brandWithFive();
  const failed = await createFailedExport(brandId);
  const retry = (id: string) => send('POST', `/exports/${id}/retry`, { token });
  expect((await retry(ids[0] ?? '')).status).toBe(200);
  const refused = await retry(failed.id);
  expect([refused.status, refused.json.code]).toEqual([409, 'exports_in_progress']);
  await runWorker('exports', { brandId, id: ids[0] ?? '' });
  expect((await retry(failed.id)).json.data).toMatchObject({ status: 'preparing', failure: null });
  expect((await create(token)).status).toBe(409);
});

test('a failed export frees its place', async () => {
  const { token, brandId, ids } = await brandWithFive();
  const before = await findExport(brandId, ids[1] ?? '');
  if (before === undefined) throw new Error('The export does not exist');
  await transact([changeExport(before, { ...before, status: 'failed', failure: 'An item' })]);
  expect((await create(token)).status).toBe(201);
});

test('an export that is replayed with its key takes no second place', async () => {
  const { admin: token } = await createBrand('scale');
  const headers = { 'idempotency-key': 'one-export' };
  const [first, second] = [await create(token, headers), await create(token, headers)];
  expect(second.text).toBe(first.text);
  for (let made = 1; made < 5; made += 1) expect((await create(token)).status).toBe(201);
  expect((await create(token, headers)).status).toBe(201);
  expect((await create(token)).status).toBe(409);
});
