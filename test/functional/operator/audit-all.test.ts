// Tests the audit of all brands, which can be interrupted and continued.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { auditAllCommands } from '#infra/operator/audit-all.ts';
import type { Domains } from '#infra/operator/command.ts';
import { now } from '#lib/shared/clock.ts';
import { dayOf } from '#lib/shared/dates.ts';
import { documentClient, getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { invite } from '#test/support/creations.ts';
import { replaceItem } from '#test/support/items.ts';
import { operator } from '#test/support/operator.ts';
import { recordOrder } from '#test/support/orders.ts';
import { createBrand, type TestBrand } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'creator-affiliate-audit-')), 'audit.jsonl');
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

test('`audit all` audits each brand once, and names the brands with differences', async () => {
  const file = newFile();
  const { exitCode, stdout, stderr } = await operator(['audit', 'all', file]);
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/^2 of 2 brands audited\n/);
  expect(stdout).toMatch(new RegExp(`${wrong.brand.id} +1 differences, 0 wrong items of figures`));
  expect(stdout).not.toContain(right.brand.id);
  const [completion, ...lines] = linesOf(file).toReversed();
  expect(completion).toEqual({ completedAt: expect.stringMatching(/Z$/) });
  expect(lines.map(({ brandId }) => brandId).toSorted()).toEqual([right.brand.id, wrong.brand.id].toSorted());
  const [found] = lines.filter(({ brandId }) => brandId === wrong.brand.id);
  expect(found.differences).toMatchObject([{ figure: 'totalOrders', expected: 0, stored: 7 }]);
});

test('`audit all` continues with the brands that an interrupted run has not audited, and reports the others as well', async () => {
  const file = newFile();
  await operator(['audit', 'all', file]);
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.find((line) => line.includes(right.brand.id)) ?? '';
  const second = lines.find((line) => line.includes(wrong.brand.id)) ?? '';
  // The earlier run was killed while it wrote the second line.
  writeFileSync(file, `${first}\n${second.slice(0, 40)}`);
  const continued = await operator(['audit', '--all', '--file', file, '--json']);
  expect(JSON.parse(continued.stdout)).toMatchObject({
    brands: 2,
    alreadyAudited: 1,
    wrong: [{ brandId: wrong.brand.id }],
    failed: [],
  });
  const ids = linesOf(file).map((line) => line.brandId);
  expect(ids).toEqual([right.brand.id, wrong.brand.id, undefined]);
});

test('`audit all` reports a brand that it could not audit, and audits it in the next run', async () => {
  const file = newFile();
  const send = documentClient.send.bind(documentClient);
  const broken = vi.spyOn(documentClient, 'send').mockImplementation((async (command: object) => {
    if (JSON.stringify(command).includes(`${right.brand.id}#LEDGER`)) throw new Error('The disk is full');
    return Reflect.apply(send, undefined, [command]);
  }) as typeof documentClient.send);
  const first = await operator(['audit', 'all', file]);
  broken.mockRestore();
  expect(first.exitCode).toBe(1);
  expect(first.stdout).toMatch(/^1 of 2 brands audited\n/);
  expect(first.stdout).toMatch(new RegExp(`${right.brand.id} +not audited: Error: The disk is full`));
  const next = await operator(['audit', 'all', file]);
  // The other brand has differences, so it is audited again as well.
  expect(next.stdout).toMatch(/^2 of 2 brands audited\n {2}by an earlier run +0\n/);
});

test('`audit all` refuses a file that is not from an audit', async () => {
  const file = newFile();
  appendFileSync(file, '{"id": 1}\n');
  expect(await operator(['audit', 'all', file])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `--file: line 1 of ${file} is not from an audit: pass a new file, or the file of an interrupted audit\n`,
  });
});

test('`audit --all` without a file has one file for each day', async () => {
  const first = JSON.parse((await operator(['audit', '--all', '--json'])).stdout);
  onTestFinished(() => rmSync(first.file, { force: true }));
  expect(first).toMatchObject({ file: `audit-local-${dayOf(now())}.jsonl`, brands: 2, alreadyAudited: 0 });
});

test('`audit all` audits every brand again after a complete run, so that it finds later differences', async () => {
  const file = newFile();
  await operator(['audit', 'all', file]);
  const later = await createBrand();
  const { id } = await invite(later.admin);
  const creator = await getItem(keys.item(later.brand.id, 'affiliate', id));
  const before = JSON.parse((await operator(['audit', 'all', file, '--json'])).stdout);
  expect(before).toMatchObject({ brands: 3, alreadyAudited: 0, wrong: [{ brandId: wrong.brand.id }] });
  await replaceItem({ ...creator, totalOrders: 5 });
  const after = JSON.parse((await operator(['audit', 'all', file, '--json'])).stdout);
  const ids = after.wrong.map(({ brandId }: { brandId: string }) => brandId);
  expect(ids.toSorted()).toEqual([wrong.brand.id, later.brand.id].toSorted());
});

test('`audit all` that continues audits brands with differences again', async () => {
  const file = newFile();
  await operator(['audit', 'all', file]);
  const ofWrong = readFileSync(file, 'utf8')
    .split('\n')
    .find((line) => line.includes(wrong.brand.id));
  writeFileSync(file, `${ofWrong}\n`);
  const { id } = JSON.parse(String(ofWrong)).differences[0].subject.match(/(?<id>aff_\w+)/).groups;
  const creator = await getItem(keys.item(wrong.brand.id, 'affiliate', id));
  await replaceItem({ ...creator, totalOrders: 0 });
  onTestFinished(() => replaceItem({ ...creator }));
  const continued = JSON.parse((await operator(['audit', 'all', file, '--json'])).stdout);
  expect(continued.wrong.filter(({ brandId }: { brandId: string }) => brandId === wrong.brand.id)).toEqual(
    [],
  );
});

/** Brands that are audited without a table, so that only the work of the command remains. */
function simulatedBrands(count: number, interruptAfter = Number.POSITIVE_INFINITY) {
  const audited: string[] = [];
  const brandIds = Array.from({ length: count }, (_, index) => `brd_${String(index).padStart(26, '0')}`);
  const auditBrand = async (brandId: string) => {
    if (audited.length >= interruptAfter) throw new Error('The command was interrupted');
    audited.push(brandId);
    return { entries: 3, compared: 9, differences: [] };
  };
  const domains = {
    listBrandIds: async () => brandIds,
    audit: { auditBrand },
    figures: { examineFigures: async () => ({ differences: [] }) },
    now,
  } as unknown as Domains;
  return { audited, domains };
}

test('an audit of 10,000 brands that was interrupted after 6,000 audits only the other 4,000', async () => {
  const file = newFile();
  const [command] = auditAllCommands;
  const run = command.prepare({ file });
  const first = simulatedBrands(10_000, 6000);
  expect((await run(first.domains)).data).toMatchObject({ brands: 10_000, alreadyAudited: 0 });
  const second = simulatedBrands(10_000);
  expect((await run(second.domains)).data).toMatchObject({
    brands: 10_000,
    alreadyAudited: 6000,
    wrong: [],
    failed: [],
  });
  expect([first.audited.length, second.audited.length]).toEqual([6000, 4000]);
  expect(new Set([...first.audited, ...second.audited]).size).toBe(10_000);
  // The last line says that the audit is complete.
  expect(linesOf(file)).toHaveLength(10_001);
});
