// Tests which files an import accepts, which columns it recognizes, and how they are assigned.
import { expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { createImport, postImport, startImport } from '#test/support/imports.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const text =
  'E-Mail;Vorname;Nachname;Provision;Notiz\n"jörg@example.com";Jörg;"von\nBülow";12,5 %;\n;;;;\nada@example.com;Ada;Łoś;5;x\n';
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each<[string, string, 'text' | 'base64']>([
  ['UTF-8 with a byte order mark', `\uFEFF${text}`, 'text'],
  ['UTF-8 in Base64', Buffer.from(text).toString('base64'), 'base64'],
  ['UTF-16, little endian', utf16.toString('base64'), 'base64'],
  ['UTF-16, big endian', Buffer.from(utf16).swap16().toString('base64'), 'base64'],
  ['UTF-16 without a byte order mark', utf16.subarray(2).toString('base64'), 'base64'],
  ['tabs', text.replaceAll(';', '\t'), 'text'],
])(
  'a file in %s has the same columns and rows, with line breaks in quotes and without empty lines',
  async (_, csv, encoding) => {
    const { admin } = await createBrand('scale');
    const created = await dataOf(postImport(admin, { csv, encoding }), 201);
    expect(created.columns.map(({ field }: { field: string }) => field)).toEqual([
      'email',
      'firstName',
      'lastName',
      'commission',
      null,
    ]);
    expect(created.sample).toEqual([
      {
        number: 2,
        values: {
          email: 'jörg@example.com',
          firstName: 'Jörg',
          lastName: 'von\nBülow',
          commission: '12,5 %',
        },
      },
      { number: 4, values: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Łoś', commission: '5' } },
    ]);
    expect(created).toMatchObject({ status: 'ready', progress: { done: 0, total: 2 } });
    expect(await read(admin, `/imports/${created.id}`)).toEqual(created);
  },
);

test('a file in Windows-1252 keeps its umlauts', async () => {
  const { admin } = await createBrand('scale');
  const csv = Buffer.from('email,name\nada@example.com,J\xf6rg', 'latin1').toString('base64');
  const { sample } = await dataOf(postImport(admin, { csv, encoding: 'base64' }), 201);
  expect(sample[0].values.name).toBe('Jörg');
});

test('the first of two columns with the same header has the field', async () => {
  const { admin } = await createBrand('scale');
  const { columns } = await createImport(admin, ['Name,Name,Email', 'Ada,Grace,ada@example.com']);
  expect(columns).toEqual([
    { header: 'Name', field: 'name' },
    { header: 'Name', field: null },
    { header: 'Email', field: 'email' },
  ]);
});

test.each<[string, object, string]>([
  ['has no rows', { csv: 'email\n\n' }, 'csv'],
  ['has an open quote', { csv: 'email\n"ada' }, 'csv'],
  ['is not Base64', { csv: 'email\nada', encoding: 'base64' }, 'csv'],
  ['has more than 10,000 rows', { csv: `email\n${'a@example.com\n'.repeat(10_001)}` }, 'csv'],
  ['has another number of columns', { csv: 'email\nada', columns: ['email', 'name'] }, 'columns'],
  ['has a field in two columns', { csv: 'email,mail\nada,ada', columns: ['email', 'email'] }, 'columns'],
])('a file that %s is a 400 that names the field', async (_, body, path) => {
  const { admin } = await createBrand('scale');
  const { status, json } = await postImport(admin, body);
  expect([status, json.details[0].path]).toEqual([400, path]);
});

test('a body of an import can have 3 MiB', async () => {
  const { admin } = await createBrand('scale');
  const csvOf = (bytes: number) => `email\n${'a'.repeat(bytes)}`;
  expect((await postImport(admin, { csv: csvOf(3_000_000) })).status).toBe(201);
  const { status, json } = await postImport(admin, { csv: csvOf(3_145_728) });
  expect([status, json.message]).toEqual([413, 'The body must be at most 3145728 bytes']);
});

test('columns are assigned by a PATCH until the import is started, and one must be the e-mail address', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, ['Kontakt,Wer', 'ada@example.com,Ada']);
  const start = () => send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'skip' } });
  const assign = (columns: readonly unknown[]) =>
    send('PATCH', `/imports/${id}`, { token, body: { columns } });
  expect((await start()).json.message).toContain('send `columns` with a PATCH');
  const changed = await dataOf(assign(['email', 'name']));
  expect(changed.sample[0].values).toEqual({ email: 'ada@example.com', name: 'Ada' });
  await startImport(token, id);
  expect((await assign(['email', null])).status).toBe(409);
});

test('imports are listed, newest first', async () => {
  const { admin: token, member } = await createBrand('scale');
  const ids: string[] = [];
  for (const name of ['Ada', 'Grace']) ids.unshift((await createImport(token, ['name', name])).id);
  const { json } = await send('GET', '/imports', { token });
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect((await send('GET', '/imports', { token: member })).status).toBe(403);
});
