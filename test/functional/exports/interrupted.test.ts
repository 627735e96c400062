// Tests an export whose data changes, or whose worker fails, while its file is written.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { getItem, putItem } from '#lib/foundation/table/client.ts';
import { exportKeys } from '#lib/foundation/table/keys/export-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { presenter } from '#lib/outlets/exports/present/rows.ts';
import { objectKey } from '#lib/outlets/exports/rules/export.ts';
import type { Export } from '#lib/outlets/exports/schema.ts';
import { continueExport } from '#lib/outlets/exports/store/advance.ts';
import { expireExports } from '#lib/outlets/exports/store/expire.ts';
import { findExport } from '#lib/outlets/exports/store/exports.ts';
import { fileStore } from '#lib/outlets/exports/store/files.ts';
import type { ExportSources } from '#lib/outlets/exports/store/read-items.ts';
import { changeExport } from '#lib/outlets/exports/writes.ts';
import { readEntries } from '#lib/record/events/store/trail-entries.ts';
import { createExport, invite } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { newChanges } from '#test/support/stream.ts';
import { fakeTimer } from '#test/support/timers.ts';
import { returnMessages, takeMessages } from '#test/support/wake-queue.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const sources: ExportSources = { ...presenter, readEntries, getClock: getBrandClock };

async function storedExport(brandId: string, id: string): Promise<Export> {
  const found = await findExport(brandId, id);
  if (found === undefined) throw new Error('The export does not exist');
  return found;
}

/** Runs a worker once, as for a message. */
async function runOnce(found: Export, from: ExportSources = sources): Promise<Export> {
  await continueExport(found, from);
  return storedExport(found.brandId, found.id);
}

const fileOf = (found: Export): string =>
  readFileSync(join(environment.EXPORTS_DIRECTORY ?? '', objectKey(found)), 'utf8');

const erase = (token: string, id: string) => send('DELETE', `/affiliates/${id}/personal-data`, { token });

test('a function stops after the step in which its time is over, and the next function continues', async () => {
  const timer = fakeTimer();
  const { admin: token, brand } = await createBrand('scale');
  await invite(token);
  const { id } = await createExport(token);
  const slow = {
    ...sources,
    rowOf: (...row: Parameters<ExportSources['rowOf']>) => {
      timer.advance(20_000);
      return sources.rowOf(...row);
    },
  };
  const interrupted = await runOnce(await storedExport(brand.id, id), slow);
  expect(interrupted).toMatchObject({ status: 'preparing', rows: 1, work: { isWritten: true } });
  expect(await read(token, `/exports/${id}`)).toMatchObject({ status: 'preparing', progress: 99 });
  expect(await runOnce(interrupted)).toMatchObject({ status: 'ready', rows: 1 });
});

test('all parts of a file have the columns of its header, also if a release changes the columns before it is complete', async () => {
  const timer = fakeTimer();
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId } = await invite(token);
  const { id } = await createExport(token);
  const store = fileStore();
  const { begin } = store;
  vi.spyOn(store, 'begin').mockImplementation((key) => {
    timer.advance(20_000);
    return begin(key);
  });
  const before: ExportSources = { ...sources, columnsOf: () => ['status', 'removed', 'id'] };
  const begun = await runOnce(await storedExport(brand.id, id), before);
  expect(begun).toMatchObject({ rows: 0, work: { columns: ['status', 'removed', 'id'], etags: [] } });
  const completed = await runOnce(begun);
  expect(fileOf(completed)).toBe(`status,removed,id\r\ninvited,,${affiliateId}\r\n`);
});

test('an erasure between two parts of an export begins the file again, without the erased person', async () => {
  const clock = fakeClock();
  const timer = fakeTimer();
  const { admin: token, brand } = await createBrand('scale');
  clock.advance(60);
  const { id: affiliateId, createdAt: createdFrom } = await invite(token, { name: 'Grace Hopper' });
  await invite(token, { name: 'Ada' });
  await recordAllEvents();
  const { id } = await createExport(token, {
    ...{ resource: 'audit', format: 'ndjson', filters: { createdFrom } },
  });
  const onePart: ExportSources = {
    ...sources,
    async *readEntries(...range) {
      for await (const page of readEntries(...range)) for (const entry of page) yield [entry];
    },
    entryRow: (entry) => {
      clock.advance(20);
      timer.advance(20_000);
      return { ...sources.entryRow(entry), addressHash: 'x'.repeat(6 * 1024 * 1024) };
    },
  };
  const begun = await runOnce(await storedExport(brand.id, id), onePart);
  expect(begun).toMatchObject({ status: 'preparing', rows: 1, work: { isWritten: false } });
  expect(begun.work.etags).toHaveLength(1);
  await newChanges();

  // The message of the next worker arrives after the erasure.
  const next = takeMessages('exports');
  expect((await erase(token, affiliateId)).status).toBe(202);
  await recordAllEvents();
  expect(await storedExport(brand.id, id)).toMatchObject({ status: 'preparing', work: { uploadId: null } });
  returnMessages(next);
  await recordAllEvents();
  const completed = await storedExport(brand.id, id);
  expect(completed).toMatchObject({ status: 'ready', rows: 2, deletedAt: null });
  const text = fileOf(completed);
  expect(text).not.toContain('Grace');
  expect(text.match(/"name":"[^"]*"/g)).toEqual(['"name":"Erased"', '"name":"Ada"']);
  expect(completed.bytes).toBe(Buffer.byteLength(text));
  // The part of the first upload is deleted.
  expect(readdirSync(join(environment.EXPORTS_DIRECTORY ?? '', brand.id))).toEqual([`${id}.ndjson`]);
});

test('an export of the audit trail in several parts has each entry of its range once', async () => {
  const clock = fakeClock();
  const { admin: token, brand } = await createBrand('scale');
  clock.advance(60);
  const ids: string[] = [];
  const { id: first, createdAt: createdFrom } = await invite(token);
  ids.push(first, (await invite(token)).id, (await invite(token)).id);
  await recordAllEvents();
  const { id } = await createExport(token, {
    ...{ resource: 'audit', format: 'ndjson', filters: { createdFrom } },
  });
  const parts: ExportSources = {
    ...sources,
    async *readEntries(...range) {
      for await (const page of readEntries(...range)) for (const entry of page) yield [entry];
    },
    entryRow: ({ resourceId }) => ({
      resourceId,
      padding: resourceId === first ? 'x'.repeat(6 * 1024 * 1024) : '',
    }),
  };
  const completed = await runOnce(await storedExport(brand.id, id), parts);
  expect(completed).toMatchObject({ status: 'ready', rows: 3, work: { etags: { length: 2 } } });
  expect(fileOf(completed).match(/aff_\w+/g)).toEqual(ids);
});

test.each(['put', 'complete'] as const)(
  'a worker that has read a person before the erasure cannot finish the file when its %s returns',
  async (call) => {
    const { admin: token, brand } = await createBrand('scale');
    const { id: affiliateId } = await invite(token, { name: 'Grace Hopper' });
    const { id } = await createExport(token);
    await newChanges();
    const store = fileStore();
    const { put, complete } = store;
    let erasures = 0;
    const eraseOnce = async (): Promise<void> => {
      erasures += 1;
      if (erasures > 1) return;
      await erase(token, affiliateId);
      await expireExports(brand.id, ['affiliates'], now());
    };
    if (call === 'put')
      vi.spyOn(store, 'put').mockImplementation(async (...args) => {
        const etag = await put(...args);
        await eraseOnce();
        return etag;
      });
    else
      vi.spyOn(store, 'complete').mockImplementation(async (...args) => {
        await complete(...args);
        await eraseOnce();
      });
    const stopped = await runOnce(await storedExport(brand.id, id));
    expect(erasures).toBe(1);
    expect(stopped).toMatchObject({ status: 'preparing', rows: 0, work: { uploadId: null, etags: [] } });
    const completed = await runOnce(stopped);
    expect(completed).toMatchObject({ status: 'ready', rows: 1 });
    expect(fileOf(completed)).toContain(`${affiliateId},Erased,`);
    expect(fileOf(completed)).not.toContain('Grace');
  },
);

test('an erasure deletes only the files that can contain the person, and its repetition keeps their expiry', async () => {
  const clock = fakeClock();
  const { admin: token, brand } = await createBrand('scale');
  const { id: affiliateId } = await invite(token);
  const resources = ['affiliates', 'campaigns', 'discounts', 'conversions', 'commissions', 'payouts'];
  const ids: (readonly [string, string])[] = [];
  for (const resource of resources) {
    ids.push([resource, (await createExport(token, { resource })).id]);
    await recordAllEvents();
  }
  await erase(token, affiliateId);
  await recordAllEvents();
  const expired = await Promise.all(
    ids.map(async ([resource, id]) => ({ resource, ...(await read(token, `/exports/${id}`)) })),
  );
  expect(expired.map(({ resource, status }) => [resource, status])).toEqual([
    ['affiliates', 'expired'],
    ['campaigns', 'ready'],
    ['discounts', 'expired'],
    ['conversions', 'ready'],
    ['commissions', 'expired'],
    ['payouts', 'ready'],
  ]);
  clock.advance(60);
  await expireExports(brand.id, ['affiliates', 'discounts', 'commissions'], now());
  for (const { id, expiresAt } of expired)
    expect(await read(token, `/exports/${id}`)).toMatchObject({ expiresAt });
});

test('an erasure deletes the files of the other exports when one export is unreadable, and then fails', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const ids = [await createExport(token), await createExport(token), await createExport(token)].map(
    ({ id }) => id,
  );
  await recordAllEvents();
  const key = exportKeys.export(brand.id, ids[1] ?? '');
  const before = await getItem(key);
  await putItem({ Item: { ...before, createdAt: 'some day' } });
  await expect(expireExports(brand.id, ['affiliates'], now())).rejects.toThrow('1 items failed');
  await putItem({ Item: { ...before } });
  const statuses = await Promise.all(ids.map(async (id) => (await read(token, `/exports/${id}`)).status));
  expect(statuses).toEqual(['expired', 'ready', 'expired']);
});

test('an erasure begins a failed export again, so that a retry does not continue after the parts with the erased person', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createExport(token);
  const created = await storedExport(brand.id, id);
  const work = { ...created.work, uploadId: 'upload', etags: ['"1"'] };
  await transact([changeExport(created, { ...created, status: 'failed', rows: 1, work })]);
  await expireExports(brand.id, ['affiliates'], now());
  expect(await storedExport(brand.id, id)).toMatchObject({
    ...{ status: 'failed', rows: 0, work: { uploadId: null, etags: [] } },
  });
});

test('a transient failure does not end an export: the message is delivered again, and its next worker continues', async () => {
  const { admin: token, brand } = await createBrand('scale');
  await invite(token);
  const { id } = await createExport(token);
  const failure = Object.assign(new Error('S3 cannot be reached'), { name: 'NetworkingError' });
  vi.spyOn(fileStore(), 'put').mockRejectedValueOnce(failure);
  const created = await storedExport(brand.id, id);
  await expect(runOnce(created)).rejects.toThrow('S3 cannot be reached');
  const before = await storedExport(brand.id, id);
  expect(before).toMatchObject({ status: 'preparing', failure: null });
  const completed = await runOnce(created);
  expect(completed).toMatchObject({ status: 'ready', rows: 1 });
  await runOnce(created);
  expect(await storedExport(brand.id, id)).toEqual(completed);
});

test('a function that dies after the completion of the file and before the change of the export leaves both to the next one', async () => {
  const { admin: token, brand } = await createBrand('scale');
  await invite(token);
  const { id } = await createExport(token);
  const store = fileStore();
  const { complete } = store;
  const completions = vi.spyOn(store, 'complete').mockImplementationOnce(async (...args) => {
    await complete(...args);
    throw Object.assign(new Error('The function was killed'), { name: 'AbortError' });
  });
  const created = await storedExport(brand.id, id);
  await expect(runOnce(created)).rejects.toThrow('The function was killed');
  expect(await runOnce(created)).toMatchObject({ status: 'ready', rows: 1 });
  expect(completions).toHaveBeenCalledTimes(2);
});

test('POST /v1/exports/{id}/retry continues an export that no worker continues', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createExport(token);
  await newChanges();
  const { status, json } = await send('POST', `/exports/${id}/retry`, { token });
  expect([status, json.data.status]).toEqual([200, 'preparing']);
  await recordAllEvents();
  expect(await storedExport(brand.id, id)).toMatchObject({ status: 'ready' });
});
