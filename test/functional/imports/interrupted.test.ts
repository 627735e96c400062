// Tests that an import does each row once: with killed workers, repeated messages, and another import of the same rows.
import { expect, test } from 'vitest';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { storedImport } from '#lib/outlets/imports/schema/stored.ts';
import { findImport } from '#lib/outlets/imports/store/imports.ts';
import { changeImport, stopImport } from '#lib/outlets/imports/writes.ts';
import { unusedCode } from '#test/support/creations.ts';
import { createImport, rowsOf, runImport, startImport } from '#test/support/imports.ts';
import { isTransaction, pauseAt, runAndKill } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { read } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { createBrand, send } from '#test/support/service.ts';

const linesFor = (count: number) => [
  'email,code',
  ...Array.from({ length: count }, (_, index) => `creator-${index}@example.com,${unusedCode()}`),
  'nobody,',
];

const countsOf = async (token: string) => (await readPage(token, '/affiliates')).total;

test('workers that are killed before and after each of their calls import each row once', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createImport(token, linesFor(90));
  await startImport(token, id);
  let deaths = 0;
  const work = () => runWorker('exports', { brandId: brand.id, id }).catch(() => undefined);
  for (let call = 1; (await findImport(brand.id, id))?.status === 'running'; call += 1) {
    for (const moment of ['before', 'after'] as const) {
      const { hasDied } = await runAndKill(work, { call, moment });
      deaths += hasDied ? 1 : 0;
    }
  }
  expect(deaths).toBeGreaterThan(10);
  expect((await read(token, `/imports/${id}`)).progress).toMatchObject({ done: 91, created: 90, failed: 1 });
  expect(await countsOf(token)).toBe(90);
  const rows = await rowsOf(token, id);
  expect(new Set(rows.map(({ affiliateId }) => affiliateId)).size).toBe(91);
});

test('two messages of an import, and two imports of the same rows, create each creator once', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const lines = linesFor(12);
  const [one, other] = [await createImport(token, lines), await createImport(token, lines)];
  for (const { id } of [one, other]) await startImport(token, id);
  const ids = [one.id, one.id, other.id, other.id];
  await Promise.all(ids.map((id) => runWorker('exports', { brandId: brand.id, id })));
  for (const { id } of [one, other]) await runWorker('exports', { brandId: brand.id, id });
  const all = [await read(token, `/imports/${one.id}`), await read(token, `/imports/${other.id}`)];
  for (const { status, progress } of all)
    expect({ status, done: progress.done, failed: progress.failed }).toEqual({
      status: 'completed',
      done: 13,
      failed: 1,
    });
  const sum = (name: string) => all.reduce((total, { progress }) => total + progress[name], 0);
  expect([sum('created'), sum('skipped')]).toEqual([12, 12]);
  expect(await countsOf(token)).toBe(12);
});

test('a worker that has read a creator before another import creates it judges the row again', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const lines = ['email,name', 'ada@example.com,Ada'];
  const [late, early] = [await createImport(token, lines), await createImport(token, lines)];
  for (const { id } of [late, early]) await startImport(token, id, { onExisting: 'update' });
  const paused = pauseAt(1, () => runWorker('exports', { brandId: brand.id, id: late.id }), isTransaction);
  expect(await paused.isHeld).toBe(true);
  await runWorker('exports', { brandId: brand.id, id: early.id });
  await paused.release();
  expect((await read(token, `/imports/${late.id}`)).progress).toMatchObject({ created: 0, unchanged: 1 });
});

test('a cancellation stops an import that has done a row since it was read', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createImport(token, linesFor(1));
  await startImport(token, id);
  const earlier = storedImport.parse(await findImport(brand.id, id));
  await transact([changeImport(earlier, { ...earlier, next: 1 })]);
  await transact([stopImport(earlier, earlier)]);
  expect(await findImport(brand.id, id)).toMatchObject({ status: 'canceled', next: 1 });
  await expect(transact([changeImport(earlier, earlier)])).rejects.toThrow();
  await expect(transact([stopImport(earlier, earlier)])).rejects.toThrow();
});

test('a worker that is canceled between two transactions stops before the next one', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createImport(token, linesFor(40));
  await startImport(token, id);
  const paused = pauseAt(2, () => runWorker('exports', { brandId: brand.id, id }), isTransaction);
  expect(await paused.isHeld).toBe(true);
  await send('DELETE', `/imports/${id}`, { token });
  await paused.release();
  const { status, progress } = await read(token, `/imports/${id}`);
  expect([status, await countsOf(token)]).toEqual(['canceled', progress.done]);
  expect(progress.done).toBeGreaterThan(1);
  expect(progress.done).toBeLessThan(40);
});

test('one refused row of a transaction leaves the other rows as they are, and a limit of the plan is exact', async () => {
  const { admin: token, brand } = await createBrand('growth');
  await transact([{ kind: 'put', item: { ...keys.counterShard(brand.id, 'affiliates', 0), used: 495 } }]);
  const { id } = await createImport(token, linesFor(7));
  expect((await runImport(token, id)).progress).toMatchObject({ created: 5, failed: 3 });
  const late = await createImport(token, ['email,name', 'new@example.com,New', 'creator-0@example.com,Ada']);
  expect((await runImport(token, late.id, { onExisting: 'update' })).progress).toMatchObject({
    failed: 1,
    updated: 1,
  });
});
