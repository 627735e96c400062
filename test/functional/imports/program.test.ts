// Tests what an import takes over from an earlier program: statuses, codes, discount codes and opening balances.
import { expect, test } from 'vitest';
import { createApiKey, invite, unusedCode } from '#test/support/creations.ts';
import { createImport, postImport, rowsOf, runImport } from '#test/support/imports.ts';
import { readPage } from '#test/support/lists.ts';
import { expectReconciled } from '#test/support/reconciled.ts';
import { createBrand } from '#test/support/service.ts';

const byEmail = async (token: string) =>
  (await readPage(token, '/affiliates')).items.toSorted((one, other) => one.email.localeCompare(other.email));

const fieldsOf = ({ columns }: { readonly columns: readonly { readonly field: string | null }[] }) =>
  columns.map(({ field }) => field);

test('a file of another program has its columns recognized, and its statuses and links understood', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const codes = [unusedCode(), unusedCode(), unusedCode(), unusedCode()];
  const created = await createImport(
    token,
    [
      'ID,First Name,Last Name,Email,State,Link,Unpaid Commissions,Coupon',
      `r-1,Ada,Lovelace,a@example.com,active,https://shop.example/?via=${codes[0]},12.50,ADA10`,
      `r-2,Bob,,b@example.com,disabled,${codes[1]},0,`,
      `r-3,Cy,,c@example.com,blocked,https://shop.example/${codes[2]},,`,
      `r-4,Di,,d@example.com,pending,${codes[3]},"-1.234,50",`,
    ],
    { source: 'rewardful' },
  );
  expect(created.source).toBe('rewardful');
  expect(fieldsOf(created)).toEqual([
    'externalId',
    'firstName',
    'lastName',
    'email',
    'status',
    'trackingCode',
    'balance',
    null,
  ]);
  expect((await runImport(token, created.id)).progress).toMatchObject({ created: 4, failed: 0 });
  const creators = await byEmail(token);
  expect(
    creators.map(({ status, trackingCode, commissionEarned }) => [status, trackingCode, commissionEarned]),
  ).toEqual([
    ['active', codes[0], 12.5],
    ['paused', codes[1], 0],
    ['banned', codes[2], 0],
    ['applied', codes[3], -1234.5],
  ]);
  const { items } = await readPage(token, '/commissions');
  expect(items.map(({ kind, amount, status }) => [kind, amount, status])).toEqual(
    expect.arrayContaining([
      ['openingBalance', 12.5, 'approved'],
      ['openingBalance', -1234.5, 'approved'],
    ]),
  );
  await expectReconciled(brand.id);
});

test.each([
  [
    'rewardful',
    'stripe_customer_id,first_name,last_name,email,paypal_email,token',
    [null, 'firstName', 'lastName', 'email', null, 'trackingCode'],
  ],
  [
    'partnerstack',
    'Partner_first,Partner_last,Partner_email,partner_key,Partner_group,Partner_joined_date',
    ['firstName', 'lastName', 'email', 'trackingCode', 'group', null],
  ],
  [
    'firstpromoter',
    'id,email,first_name,last_name,cust_id,ref_id,status,current_balance',
    [null, 'email', 'firstName', 'lastName', 'externalId', 'trackingCode', 'status', 'balance'],
  ],
] as const)('the columns that %s documents are recognized', async (source, header, fields) => {
  const { admin: token } = await createBrand('scale');
  const csv = `${header}\n${header
    .split(',')
    .map((name) => (/mail/i.test(name) ? 'a@example.com' : '1'))
    .join(',')}`;
  const { json } = await postImport(token, { csv, source });
  expect(fieldsOf(json.data)).toEqual(fields);
});

test.each(['tolt', 'dub', 'firstpromoter', 'refersion', 'partnerstack', 'general'] as const)(
  'the default columns of %s can be changed',
  async (source) => {
    const { admin: token } = await createBrand('scale');
    const csv = 'email,status,unpaid commissions\na@example.com,approved,3';
    const { json } = await postImport(token, { csv, source, columns: ['email', null, 'balance'] });
    expect(fieldsOf(json.data)).toEqual(['email', null, 'balance']);
  },
);

test('two spellings of a discount code in a row are one code, so the file can be read', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, [
    'email,coupon,discount',
    'a@example.com,"Ada10, ADA10, ada 10",10 %',
  ]);
  expect((await rowsOf(token, id)).map(({ action }) => action)).toEqual(['create']);
  await runImport(token, id);
  const { items } = await readPage(token, '/discounts');
  expect(items.map(({ code }) => code).toSorted()).toEqual(['Ada10', 'ada 10']);
});

test.each([
  ['KWD', '12.345', 12.345],
  ['KWD', '"1,234.500"', 1234.5],
  ['JPY', '"1,234,567"', 1_234_567],
  ['JPY', '1.234', 1234],
  ['EUR', '-1.234.567,8', -1_234_567.8],
])('a balance in %s can be written as %s', async (currency, text, amount) => {
  const { admin: token } = await createBrand('scale', { currency });
  const { id } = await createImport(token, ['email;balance', `a@example.com;${text}`]);
  await runImport(token, id);
  expect((await readPage(token, '/commissions')).items).toMatchObject([{ amount, currency }]);
});

test('discount codes and an opening balance are recorded once, for new and for existing creators', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const ada = await invite(token, { email: 'ada@example.com', name: 'Ada' });
  const lines = [
    'email,name,coupon,discount,balance',
    'ada@example.com,Ada Lovelace,"ADA10, ADA20",10 %,20',
    'new@example.com,,NEW5,5 %,30.5',
  ];
  for (const expected of [{ created: 1, updated: 1 }, { unchanged: 2 }]) {
    const { id } = await createImport(token, lines);
    expect((await runImport(token, id, { onExisting: 'update' })).progress).toMatchObject({
      failed: 0,
      ...expected,
    });
  }
  const { items: codes } = await readPage(token, '/discounts');
  expect(codes.map(({ code, value }) => [code, value]).toSorted()).toEqual([
    ['ADA10', 10],
    ['ADA20', 10],
    ['NEW5', 5],
  ]);
  expect(codes.filter(({ affiliateId }) => affiliateId === ada.id)).toHaveLength(2);
  const [first, second] = await byEmail(token);
  expect([first?.commissionEarned, second?.commissionEarned]).toEqual([20, 30.5]);
  await expectReconciled(brand.id);
});

test('a row with a code of another creator, an unclear amount or another balance is a problem', async () => {
  const { admin: token } = await createBrand('scale');
  const earlier = await createImport(token, ['email,coupon,discount,balance', 'a@example.com,A10,10 %,20']);
  await runImport(token, earlier.id);
  const { id } = await createImport(token, [
    'email,coupon,discount,balance',
    'b@example.com,a10,10 %,',
    'c@example.com,C10,,',
    'd@example.com,,,"1,234"',
    'e@example.com,,,5 JPY',
    'a@example.com,,,21',
    'f@example.com,,,1.234',
  ]);
  const rows = await rowsOf(token, id, '?problem=true');
  expect(rows.map(({ number, problems }) => [number, problems[0].field])).toEqual([
    [2, 'discountCode'],
    [3, 'discountValue'],
    [4, 'balance'],
    [5, 'balance'],
    [6, 'balance'],
    [7, 'balance'],
  ]);
});

test('a rehearsal in test mode finds collisions with the codes of live creators', async () => {
  const { admin } = await createBrand('scale');
  const { key } = await createApiKey(admin, { mode: 'test' });
  const [taken, free] = [unusedCode(), unusedCode()];
  const live = await createImport(admin, [
    'email,code,coupon,discount',
    `live@example.com,${taken},L10,10 %`,
  ]);
  await runImport(admin, live.id);
  const { id } = await createImport(key, [
    'email,code,coupon,discount',
    `other@example.com,${taken.toUpperCase()},,`,
    'third@example.com,,l10,10 %',
    `Live@example.com,${free},,`,
    `fourth@example.com,${free}x,N10,10 %`,
  ]);
  const rows = await rowsOf(key, id);
  expect(rows.map(({ action, problems }) => [action, problems[0]?.field, problems[0]?.suggestion])).toEqual([
    ['fail', 'trackingCode', `${taken.toUpperCase()}-2`],
    ['fail', 'discountCode', null],
    ['fail', 'trackingCode', taken],
    ['create', undefined, undefined],
  ]);
  expect((await runImport(key, id)).progress).toMatchObject({ created: 1, failed: 3 });
  const other = await createImport(key, ['email,code,coupon,discount', `live@example.com,${taken},L10,10 %`]);
  expect((await rowsOf(key, other.id)).map(({ action }) => action)).toEqual(['create']);
});
