// Tests that an export of several parts is complete, also when functions are killed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId, timeOf } from '#lib/foundation/shared/ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { objectKey } from '#lib/outlets/exports/rules/export.ts';
import { continueExport } from '#lib/outlets/exports/store/advance.ts';
import { findExport } from '#lib/outlets/exports/store/exports.ts';
import { fileStore } from '#lib/outlets/exports/store/files.ts';
import { readEntries } from '#lib/record/events/store/trail-entries.ts';
import { createExport } from '#test/support/creations.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import { killer } from '#test/support/interruptions.ts';
import { itemsIn } from '#test/support/queue-workers.ts';
import { createBrand } from '#test/support/service.ts';
import { fakeTimer } from '#test/support/timers.ts';
import { takeMessages } from '#test/support/wake-queue.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const itemBytes = 340_000;
const itemCount = 45;

/** Shows only the ids, in rows of a known length. The items are large, so that a page has three of them. */
const presenter = {
  columnsOf: () => ['id', 'padding'],
  rowOf: (_: unknown, item: Record<string, unknown>) => ({ id: item.id, padding: item.padding }),
  entryRow: () => ({}),
  readEntries,
  getClock: getBrandClock,
};

test('an export of several parts has each item once, and no part is larger than a page beyond its minimum', async () => {
  await disableStream();
  const { admin: token, brand } = await createBrand('scale');
  const ids = Array.from({ length: itemCount }, (_, index) =>
    newId('affiliate', new Date(Date.now() - 1000 + index)),
  );
  const padding = 'x'.repeat(itemBytes);
  await writeInBulk(
    ids.map((id) => ({ kind: 'put', item: { ...keys.item(brand.id, 'affiliate', id), id, padding } })),
  );
  // A range of times must not move a later part back to its beginning.
  const filters = { createdFrom: new Date(timeOf(ids[0] ?? '')).toISOString() };
  const created = { ...(await createExport(token, { filters })), brandId: brand.id };
  const sizes = new Map<number, number>();
  const store = fileStore();
  const { put } = store;
  vi.spyOn(store, 'put').mockImplementation((upload, number, bytes) => {
    sizes.set(number, bytes.length);
    return put(upload, number, bytes);
  });
  const { run, kills } = killer(newRandom(7), { kills: 8, every: 3 });
  for (let runs = 0; runs < 100; runs += 1) {
    const after = await findExport(brand.id, created.id);
    if (after?.status === 'ready') break;
    await run(() => continueExport(created, presenter));
  }
  expect(kills()).toBeGreaterThan(3);
  const found = await findExport(brand.id, created.id);
  expect(found).toMatchObject({ status: 'ready', rows: itemCount });
  expect(found?.work.etags.length).toBe(3);
  const [first = 0, second = 0, last = 0] = [1, 2, 3].map((number) => sizes.get(number));
  expect(Math.max(first, second, last)).toBeLessThan(7.5 * 1024 * 1024);
  // S3 refuses a smaller part, unless it is the last one.
  expect(Math.min(first, second)).toBeGreaterThanOrEqual(5 * 1024 * 1024);
  const text = readFileSync(
    join(environment.EXPORTS_DIRECTORY ?? '', found === undefined ? '' : objectKey(found)),
    'utf8',
  );
  const lines = text.trimEnd().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['id', ...ids]);
  expect(found?.bytes).toBe(Buffer.byteLength(text));
});

test('a worker stops at its deadline after at least one step, and sends the next message', async () => {
  await disableStream();
  const { admin: token, brand } = await createBrand('scale');
  const timer = fakeTimer();
  const store = fileStore();
  const { begin, put } = store;
  vi.spyOn(store, 'begin').mockImplementation((key) => {
    timer.advance(12_000);
    return begin(key);
  });
  vi.spyOn(store, 'put').mockImplementation((upload, number, bytes) => {
    timer.advance(12_000);
    return put(upload, number, bytes);
  });
  const { id } = await createExport(token);
  await continueExport({ brandId: brand.id, id }, presenter);
  // The worker has begun the file and written a part within 24 seconds.
  expect(await findExport(brand.id, id)).toMatchObject({ status: 'preparing', work: { isWritten: true } });
  const next = takeMessages('exports');
  expect(itemsIn(next)).toEqual([{ brandId: brand.id, id }]);
  expect(next).toMatchObject([{ group: brand.id, delaySeconds: 0 }]);
  await continueExport({ brandId: brand.id, id }, presenter);
  expect(await findExport(brand.id, id)).toMatchObject({ status: 'ready' });
  expect(takeMessages('exports')).toEqual([]);
});
