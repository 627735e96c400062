// Tests the rules of exports: progress, the lifetime of files and links, filters and access.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newBrand } from '#lib/access/brands/rules/new-brand.ts';
import type { GrantedScope } from '#lib/foundation/contract/scope.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentExport } from '#lib/outlets/exports/present/export.ts';
import { exports } from '#lib/outlets/exports/routes.ts';
import { requireExportAccess } from '#lib/outlets/exports/rules/access.ts';
import {
  fileExpiry,
  fileNameOf,
  newExport,
  progressOf,
  restarted,
  resumed,
} from '#lib/outlets/exports/rules/export.ts';
import { fileDays } from '#lib/outlets/exports/rules/file-days.ts';
import { formatHeader, formatRows } from '#lib/outlets/exports/rules/format.ts';
import { checkLocalUrl, localUrl } from '#lib/outlets/exports/rules/local-url.ts';
import { filterProblem } from '#lib/outlets/exports/rules/resources.ts';
import { type Export, exportAnswer } from '#lib/outlets/exports/schema.ts';
import { urlSeconds } from '#lib/outlets/exports/store/files.ts';

const day = 86_400_000;
const start = Date.parse('2026-03-01T00:00:00.000Z');
const requestedAt = new Date(start + 10 * day);
const owner = { id: newId('brand', new Date(start)), currency: 'EUR', timezone: 'Europe/Berlin' };
const created = newExport({ resource: 'payouts', format: 'csv' }, owner, requestedAt);
const withWork = (work: Partial<Export['work']>, fields: Partial<Export> = {}): Export => ({
  ...created,
  ...fields,
  work: { ...created.work, uploadId: 'upload', ...work },
});
const ready: Export = { ...created, status: 'ready', completedAt: requestedAt.toISOString() };
const at = (milliseconds: number): Date => new Date(requestedAt.getTime() + milliseconds);

describe('progress of an export', () => {
  const withRows = (rows: number, total: number) => progressOf(withWork({}, { rows, total }));

  test('the progress is the share of the written rows, rounded down, and at most 99 until the file is ready', () => {
    expect([withRows(0, 0), withRows(0, 3), withRows(1, 3), withRows(2, 3)]).toEqual([0, 0, 33, 66]);
    expect([withRows(999, 1000), withRows(3, 3), withRows(5, 3)]).toEqual([99, 99, 99]);
    expect(progressOf(withWork({ isWritten: true }, { rows: 0, total: 0 }))).toBe(99);
    expect(progressOf({ ...ready, rows: 0, total: 3 })).toBe(100);
  });

  test('the progress follows the creation times of the items if no counter has their number', () => {
    const writtenUntil = (days: number) => withWork({ after: newId('payout', new Date(start + days * day)) });
    expect(progressOf(withWork({}))).toBe(0);
    expect([0, 2.5, 5, 10].map((days) => progressOf(writtenUntil(days)))).toEqual([0, 25, 50, 99]);
    expect(progressOf({ ...writtenUntil(0), createdAt: new Date(start).toISOString() })).toBe(0);
  });
});

describe('lifetime of an export', () => {
  const statusAt = (found: Export, now: Date) => presentExport(found, now).status;

  test('a file expires exactly 7 days after its completion', () => {
    expect(fileExpiry(created)).toBeNull();
    expect(fileExpiry(ready)).toEqual(at(7 * day));
    expect(statusAt(ready, at(7 * day - 1))).toBe('ready');
    expect(statusAt(ready, at(7 * day))).toBe('expired');
    expect(presentExport(created, at(8 * day))).toMatchObject({ status: 'preparing', expiresAt: null });
  });

  test('a file that an erasure has deleted expired at the deletion', () => {
    const deleted = { ...ready, deletedAt: at(day).toISOString() };
    expect(presentExport(deleted, at(day))).toMatchObject({
      status: 'expired',
      expiresAt: at(day).toISOString(),
    });
  });

  test('an export is stored for 30 days after its request', () => {
    expect(created.expiresAt).toBe(at(30 * day).getTime() / 1000);
  });

  test('the descriptions and the documents promise the lifetimes of files, exports and links', () => {
    const days = (created.expiresAt * 1000 - requestedAt.getTime()) / day;
    expect(exports.create.description).toContain(
      `Files are deleted after ${fileDays} days, exports after ${days} days.`,
    );
    expect(exports.get.description).toContain(`valid for ${urlSeconds / 60} minutes`);
    expect(exportAnswer.shape.status.meta()?.description).toContain(`after ${fileDays} days`);
    const read = (name: string) =>
      readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8').replaceAll('\n', ' ');
    expect(read('limits.md')).toContain(
      `| Files of exports | kept in the bucket | ${fileDays} days; the export itself ${days} days |`,
    );
    expect(read('reference/items.md')).toContain(`file ${fileDays} days, export ${days} days`);
    expect(read('security.md')).toContain(
      `expire after ${urlSeconds / 60} minutes, files after ${fileDays} days`,
    );
    expect(read('api-guide.md')).toContain(`from its \`url\` within ${urlSeconds / 60} minutes`);
    expect(read('reference/errors.md')).toContain(`The service forgets exports after ${days} days.`);
  });

  test('a link is valid until the millisecond before its expiry', () => {
    const expires = requestedAt.getTime() / 1000;
    const url = new URL(localUrl('http://localhost/files', 'secret', { key: 'key', name: 'a.csv', expires }));
    const check = (now: Date, secret = 'secret') => checkLocalUrl(secret, 'key', url.searchParams, now);
    expect(check(at(-1))).toEqual({ key: 'key', name: 'a.csv', expires });
    expect(check(at(0))).toBeUndefined();
    expect(check(at(-1), 'other')).toBeUndefined();
    expect(checkLocalUrl('secret', 'other', url.searchParams, at(-1))).toBeUndefined();
  });
});

test('a restarted export has no rows and no upload, and a resumed one keeps both', () => {
  const failed = withWork(
    { etags: ['1'], after: 'pay_1', isWritten: true },
    { status: 'failed', failure: 'An item', rows: 3, bytes: 70 },
  );
  const retriedAt = '2026-03-02T10:00:00.000Z';
  expect(resumed(failed, new Date(retriedAt))).toEqual({
    ...{ ...failed, status: 'preparing', failure: null, retriedAt },
  });
  expect(restarted(failed)).toEqual({ ...failed, rows: 0, bytes: 0, work: created.work });
});

test('an export in progress that is retried again within a minute gets no further worker', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 10, 0, seconds));
  const once = resumed(created, at(0));
  expect(once.retriedAt).toBe(at(0).toISOString());
  expect(resumed(once, at(59)).retriedAt).toBe(once.retriedAt);
  expect(resumed(once, at(60)).retriedAt).toBe(at(60).toISOString());
  expect(resumed({ ...once, status: 'failed' }, at(1)).retriedAt).toBe(at(1).toISOString());
});

test('a new export has the currency, the time zone and the filters of its request, and no byte order mark by default', () => {
  expect(created).toMatchObject({
    ...{ bom: false, filters: {}, currency: 'EUR', timezone: 'Europe/Berlin' },
  });
  const filters = { status: 'paid', createdFrom: undefined };
  const given = newExport({ resource: 'payouts', format: 'ndjson', bom: true, filters }, owner, requestedAt);
  expect(presentExport(given, requestedAt)).toMatchObject({ bom: true, filters: { status: 'paid' } });
  expect(Object.keys(presentExport(given, requestedAt).filters)).toEqual(['status']);
  expect(fileNameOf(given)).toBe('payouts-2026-03-11.ndjson');
});

describe('format of a file', () => {
  test('a CSV file has amounts as numbers, free-form fields as JSON, and an empty cell for null or a missing field', () => {
    const rows = [{ amount: fromMinor(1050, 'USD'), nested: { a: 1 }, none: null, yes: false, count: 0 }];
    const columns = ['amount', 'nested', 'none', 'missing', 'yes', 'count'];
    expect(formatRows('csv', columns, rows)).toBe('10.5,"{""a"":1}",,,false,0\r\n');
  });

  test('a CSV file has a column for each nested field, which is empty if the object is null', () => {
    const rows = [{ rate: { type: 'fixed', value: fromMinor(500, 'USD') } }, { rate: null }, {}];
    expect(formatRows('csv', ['rate.type', 'rate.value'], rows)).toBe('fixed,5\r\n,\r\n,\r\n');
  });

  test('a CSV file has a list as one text, in which no formula can run', () => {
    const lost = { source: 'click', reference: null, outcome: 'lost', value: fromMinor(150, 'USD') };
    const rows = [
      { list: ['aff_1', 'aff_2'] },
      { list: [{ source: 'trackingCode', reference: '=1+1;=2+2' }, lost] },
      { list: [] },
      { list: ['=1+1'] },
    ];
    expect(formatRows('csv', ['list'], rows).split('\r\n')).toEqual([
      'aff_1 aff_2',
      `"source=trackingCode reference==1+1;'=2+2; source=click outcome=lost value=1.5"`,
      '',
      `"'=1+1"`,
      '',
    ]);
  });

  test('a file of JSON lines has no header and one line for each row', () => {
    expect(formatHeader({ format: 'ndjson', bom: true }, ['id'])).toBe('');
    expect(formatRows('ndjson', ['id'], [{ id: 'a', amount: fromMinor(1050, 'USD') }, { id: 'b' }])).toBe(
      '{"id":"a","amount":10.5}\n{"id":"b"}\n',
    );
  });

  test('a CSV file begins with a byte order mark only on request', () => {
    expect(formatHeader({ format: 'csv', bom: false }, ['id', 'name'])).toBe('id,name\r\n');
    expect(formatHeader({ format: 'csv', bom: true }, ['id', 'name'])).toBe('\uFEFFid,name\r\n');
  });
});

test('an export accepts only the filters and statuses of its list', () => {
  expect(filterProblem('commissions', { status: 'paid', affiliateId: 'aff_1' })).toBeUndefined();
  expect(filterProblem('commissions', { status: 'ended' })).toEqual({
    path: 'status',
    message: 'Must be one of pending, approved, paid, rejected, reversed',
  });
  expect(filterProblem('campaigns', { status: 'ended' })).toBeUndefined();
  expect(filterProblem('conversions', { affiliateId: 'aff_1', attribution: 'attributed' })).toEqual({
    path: 'affiliateId',
    message: '`conversions` supports: no filter; `affiliateId`; `attribution`',
  });
  expect(filterProblem('audit', { affiliateId: 'aff_1' })?.path).toBe('affiliateId');
});

test('an export of a list needs a plan with the API, and every export needs the scopes to read its content', () => {
  const input = { name: 'Acme', email: 'ops@acme.test', currency: 'USD', landingUrl: 'https://acme.test/' };
  const brandOn = (plan: 'starter' | 'scale') => newBrand({ ...input, plan }, requestedAt);
  const check =
    (resource: 'audit' | 'payouts', plan: 'starter' | 'scale', scopes: readonly GrantedScope[]) => () =>
      requireExportAccess(resource, { brand: brandOn(plan), scopes });
  expect(check('payouts', 'starter', ['*'])).toThrow(expect.objectContaining({ code: 'plan_required' }));
  expect(check('payouts', 'scale', ['payouts:read'])).not.toThrow();
  expect(check('payouts', 'scale', ['creators:read'])).toThrow(
    expect.objectContaining({ code: 'scope_missing' }),
  );
  expect(check('audit', 'starter', ['*'])).not.toThrow();
  expect(check('audit', 'scale', ['settings:read'])).toThrow(
    expect.objectContaining({ code: 'scope_missing' }),
  );
});
