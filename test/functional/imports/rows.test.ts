// Tests the preview of an import: what would happen with each row, its problems, and suggestions.
import { expect, test } from 'vitest';
import { invite, patch, unusedCode } from '#test/support/creations.ts';
import { createImport, rowsOf, runImport } from '#test/support/imports.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

test('the preview says for each row what a start would do, and changes nothing', async () => {
  const { admin: token } = await createBrand('scale');
  const ada = await invite(token, { email: 'ada@example.com', name: 'Ada', externalId: 'a-1' });
  const grace = await invite(token, { email: 'grace@example.com', name: 'Grace' });
  const { id } = await createImport(token, [
    'email,name,external id',
    'new@example.com,New,n-1',
    'ADA@example.com,Ada,a-1',
    'grace@example.com,Grace Hopper,g-1',
    'ada@new.example,Ada,a-1',
  ]);
  const shown = (rows: readonly Record<string, unknown>[]) =>
    rows.map(({ number, action, affiliateId }) => [number, action, affiliateId]);
  expect(shown(await rowsOf(token, id))).toEqual([
    [2, 'create', null],
    [3, 'update', ada.id],
    [4, 'update', grace.id],
    [5, 'fail', null],
  ]);
  expect(shown(await rowsOf(token, id, '?onExisting=skip')).slice(1, 3)).toEqual([
    [3, 'skip', ada.id],
    [4, 'skip', grace.id],
  ]);
  const counted = await read(token, `/imports/${id}/rows?counts=true&problem=true&after=3`);
  expect(counted.counts).toEqual({ created: 1, updated: 2, unchanged: 0, skipped: 0, failed: 1 });
  expect([shown(counted.rows), counted.next]).toEqual([[[5, 'fail', null]], null]);
  expect((await read(token, `/affiliates/${grace.id}`)).name).toBe('Grace');
});

test('each problem of a row names its field, and suggests a value where one is likely', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const taken = unusedCode();
  const other = await invite(token, { email: 'taken@example.com', externalId: 't-1', trackingCode: taken });
  const { id } = await createImport(token, [
    'email,status,code,commission,group,url,id',
    'two words@example.com,,,,,,',
    ',,,,,,',
    'a@example.com,fired,,,,,',
    'b@example.com,entlassen,,,,,',
    `c@example.com,,${taken.toUpperCase()},,,,`,
    'd@example.com,,Käthe Kruse,,,,',
    'e@example.com,,,120 %,,,',
    `f@example.com,,,5 ${brand.currency === 'EUR' ? 'USD' : 'EUR'},,,`,
    'g@example.com,,,,VIP Club,,',
    'h@example.com,,,,,social.example/h,',
    'taken@example.com,,,,,,other-1',
    'TAKEN@example.com,,other-code,,,,t-1',
    'i@example.com,,,,,,',
    'I@EXAMPLE.com,,,,,,',
  ]);
  const rows = await rowsOf(token, id, '?problem=true');
  const problems = rows.flatMap(({ number, problems: own }) =>
    own.map(({ field, suggestion }: Record<string, unknown>) => [number, field, suggestion]),
  );
  expect(problems).toEqual([
    [2, 'email', 'twowords@example.com'],
    [4, 'status', null],
    [5, 'status', null],
    [6, 'trackingCode', `${taken.toUpperCase()}-2`],
    [7, 'trackingCode', 'Kathe-Kruse'],
    [8, 'commission', null],
    [9, 'commission', null],
    [10, 'group', 'vip-club'],
    [11, 'profileUrl', 'https://social.example/h'],
    [12, 'email', null],
    [13, 'email', null],
    [15, 'email', null],
  ]);
  const messages = rows.flatMap(({ problems: own }) =>
    own.map(({ message }: { message: string }) => message),
  );
  expect(messages[9]).toContain(other.id);
  expect(messages[11]).toBe('Row 14 has the same value: keep one of them');
  const result = await runImport(token, id, { onExisting: 'update' });
  expect(result.progress).toMatchObject({ created: 1, failed: 12 });
});

test('a code and a status that the creator cannot get are problems of an update', async () => {
  const { admin: token } = await createBrand('scale');
  const { trackingCode } = await invite(token, { email: 'ada@example.com' });
  const { id: banned } = await invite(token, { email: 'eve@example.com' });
  await patch(token, `/affiliates/${banned}`, { status: 'banned' });
  const { id } = await createImport(token, [
    'email,status,code',
    `ada@example.com,,${unusedCode()}`,
    'eve@example.com,paused,',
  ]);
  const rows = await rowsOf(token, id);
  expect(rows.map(({ problems }) => [problems[0].field, problems[0].suggestion])).toEqual([
    ['trackingCode', trackingCode],
    [null, null],
  ]);
  expect(rows[1]?.problems[0].message).toContain('banned');
});

test('the rows have pages, and rows with problems are found behind many others', async () => {
  const { admin: token } = await createBrand('scale');
  const lines = Array.from({ length: 1101 }, (_, index) => `creator-${index}@example.com`);
  const { id } = await createImport(token, ['email', ...lines, 'nobody', 'nobody']);
  const first = await read(token, `/imports/${id}/rows`);
  expect([first.rows.length, first.next]).toEqual([100, 101]);
  const next = await read(token, `/imports/${id}/rows?after=1001`);
  expect([next.rows.length, next.rows[0].number, next.next]).toEqual([100, 1002, 1101]);
  const none = await read(token, `/imports/${id}/rows?problem=true`);
  expect(none).toEqual({ rows: [], counts: null, next: 1001 });
  const found = await read(token, `/imports/${id}/rows?problem=true&after=1001`);
  expect(found.rows.map(({ number }: { number: number }) => number)).toEqual([1103, 1104]);
  expect(found.next).toBeNull();
  expect((await send('GET', `/imports/${id}/rows?after=0`, { token })).status).toBe(400);
});
