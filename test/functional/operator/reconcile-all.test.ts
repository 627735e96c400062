// Tests the reconciliation of all brands, which can be interrupted and continued.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Domains } from '#infra/operator/command.ts';
import { reconcileAllCommands } from '#infra/operator/reconcile-all.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import { dynamoDb, getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { invite } from '#test/support/creations.ts';
import { replaceItem } from '#test/support/items.ts';
import { operator } from '#test/support/operator.ts';
import { recordOrder } from '#test/support/orders.ts';
import { createBrand, type TestBrand } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const newFile = () =>
  join(mkdtempSync(join(tmpdir(), 'creator-affiliate-reconciliation-')), 'reconciliation.jsonl');
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

let right: TestBrand;
let wrong: TestBrand;

beforeAll(async () => {
  [right, wrong] = [await createBrand(), await createBrand()];
  for (const { admin } of [right, wrong]) {
    const { trackingCode } = await invite(admin);
    await recordOrder(admin, { trackingCode });
  }
  await aggregateNewClicks();
  const { id } = await invite(wrong.admin);
  const creator = await getItem(keys.item(wrong.brand.id, 'affiliate', id));
  await replaceItem({ ...creator, totalOrders: 7 });
});

test('`reconcile all` reconciles each brand once, and names the brands with differences', async () => {
  const file = newFile();
  const { exitCode, stdout, stderr } = await operator(['reconcile', 'all', file]);
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/^2 of 2 brands reconciled\n/);
  expect(stdout).toMatch(new RegExp(`${wrong.brand.id} +1 differences, 0 wrong items of figures`));
  expect(stdout).not.toContain(right.brand.id);
  const [completion, ...lines] = linesOf(file).toReversed();
  expect(completion).toEqual({ completedAt: expect.stringMatching(/Z$/) });
  expect(lines.map(({ brandId }) => brandId).toSorted()).toEqual([right.brand.id, wrong.brand.id].toSorted());
  const [found] = lines.filter(({ brandId }) => brandId === wrong.brand.id);
  expect(found.differences).toMatchObject([{ figure: 'totalOrders', expected: 0, stored: 7 }]);
});

test('`reconcile all` continues with the brands that an interrupted run has not reconciled, and reports the others as well', async () => {
  const file = newFile();
  await operator(['reconcile', 'all', file]);
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.find((line) => line.includes(right.brand.id)) ?? '';
  const second = lines.find((line) => line.includes(wrong.brand.id)) ?? '';
  // The earlier run was killed while it wrote the second line.
  writeFileSync(file, `${first}\n${second.slice(0, 40)}`);
  const continued = await operator(['reconcile', '--all', '--file', file, '--json']);
  expect(JSON.parse(continued.stdout)).toMatchObject({
    brands: 2,
    alreadyReconciled: 1,
    wrong: [{ brandId: wrong.brand.id }],
    failed: [],
  });
  const ids = linesOf(file).map((line) => line.brandId);
  expect(ids).toEqual([right.brand.id, wrong.brand.id, undefined]);
});

test('`reconcile all` reports a brand that it could not reconcile, and reconciles it in the next run', async () => {
  const file = newFile();
  const send = dynamoDb.send.bind(dynamoDb);
  const broken = vi.spyOn(dynamoDb, 'send').mockImplementation((async (...command: unknown[]) => {
    if (JSON.stringify(command).includes(`${right.brand.id}#LEDGER`)) throw new Error('The disk is full');
    return Reflect.apply(send, undefined, command);
  }) as typeof dynamoDb.send);
  const first = await operator(['reconcile', 'all', file]);
  broken.mockRestore();
  expect(first.exitCode).toBe(1);
  expect(first.stdout).toMatch(/^1 of 2 brands reconciled\n/);
  expect(first.stdout).toMatch(new RegExp(`${right.brand.id} +not reconciled: Error: The disk is full`));
  const next = await operator(['reconcile', 'all', file]);
  // The other brand has differences, so it is reconciled again as well.
  expect(next.stdout).toMatch(/^2 of 2 brands reconciled\n {2}by an earlier run +0\n/);
});

test('`reconcile all` refuses a file that is not from a reconciliation', async () => {
  const file = newFile();
  appendFileSync(file, '{"id": 1}\n');
  expect(await operator(['reconcile', 'all', file])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `--file: line 1 of ${file} is not from a reconciliation: pass a new file, or the file of an interrupted reconciliation\n`,
  });
});

test('`reconcile --all` without a file has one file for each day', async () => {
  const first = JSON.parse((await operator(['reconcile', '--all', '--json'])).stdout);
  onTestFinished(() => rmSync(first.file, { force: true }));
  expect(first).toMatchObject({
    file: `reconciliation-local-${dayOf(now())}.jsonl`,
    brands: 2,
    alreadyReconciled: 0,
  });
});

test('`reconcile all` reconciles every brand again after a complete run, so that it finds later differences', async () => {
  const file = newFile();
  await operator(['reconcile', 'all', file]);
  const later = await createBrand();
  const { id } = await invite(later.admin);
  const creator = await getItem(keys.item(later.brand.id, 'affiliate', id));
  const before = JSON.parse((await operator(['reconcile', 'all', file, '--json'])).stdout);
  expect(before).toMatchObject({ brands: 3, alreadyReconciled: 0, wrong: [{ brandId: wrong.brand.id }] });
  await replaceItem({ ...creator, totalOrders: 5 });
  const after = JSON.parse((await operator(['reconcile', 'all', file, '--json'])).stdout);
  const ids = after.wrong.map(({ brandId }: { brandId: string }) => brandId);
  expect(ids.toSorted()).toEqual([wrong.brand.id, later.brand.id].toSorted());
});

test('`reconcile all` that continues reconciles brands with differences again', async () => {
  const file = newFile();
  await operator(['reconcile', 'all', file]);
  const ofWrong = readFileSync(file, 'utf8')
    .split('\n')
    .find((line) => line.includes(wrong.brand.id));
  writeFileSync(file, `${ofWrong}\n`);
  const { id } = JSON.parse(String(ofWrong)).differences[0].subject.match(/(?<id>aff_\w+)/).groups;
  const creator = await getItem(keys.item(wrong.brand.id, 'affiliate', id));
  await replaceItem({ ...creator, totalOrders: 0 });
  onTestFinished(() => replaceItem({ ...creator }));
  const continued = JSON.parse((await operator(['reconcile', 'all', file, '--json'])).stdout);
  expect(continued.wrong.filter(({ brandId }: { brandId: string }) => brandId === wrong.brand.id)).toEqual(
    [],
  );
});

/** Brands that are reconciled without a table, so that only the work of the command remains. */
function simulatedBrands(count: number, interruptAfter = Number.POSITIVE_INFINITY) {
  const reconciled: string[] = [];
  const brandIds = Array.from({ length: count }, (_, index) => `brd_${String(index).padStart(26, '0')}`);
  const reconcileBrand = async (brandId: string) => {
    if (reconciled.length >= interruptAfter) throw new Error('The command was interrupted');
    reconciled.push(brandId);
    return { entries: 3, compared: 9, differences: [] };
  };
  const domains = {
    listBrandIds: async () => brandIds,
    reconciliation: { reconcileBrand },
    figures: { examineFigures: async () => ({ differences: [] }) },
    now,
  } as unknown as Domains;
  return { reconciled, domains };
}

test('a reconciliation of 10,000 brands that was interrupted after 6,000 reconciles only the other 4,000', async () => {
  const file = newFile();
  const [command] = reconcileAllCommands;
  const run = command.prepare({ file });
  const first = simulatedBrands(10_000, 6000);
  expect((await run(first.domains)).data).toMatchObject({ brands: 10_000, alreadyReconciled: 0 });
  const second = simulatedBrands(10_000);
  expect((await run(second.domains)).data).toMatchObject({
    brands: 10_000,
    alreadyReconciled: 6000,
    wrong: [],
    failed: [],
  });
  expect([first.reconciled.length, second.reconciled.length]).toEqual([6000, 4000]);
  expect(new Set([...first.reconciled, ...second.reconciled]).size).toBe(10_000);
  // The last line says that the reconciliation is complete.
  expect(linesOf(file)).toHaveLength(10_001);
});
