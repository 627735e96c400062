import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { operator, operatorJson } from '#test/support/operator.ts';
import { send } from '#test/support/service.ts';

const address = () => `${randomUUID()}@acme.test`;
const password = 'correct horse battery';
const owner = address();
let brand: string;

const logIn = async (email: string, ownPassword = password): Promise<string> => {
  const { status, text, json } = await send('POST', '/auth/brand/login', {
    body: { email, password: ownPassword },
  });
  if (status !== 200) throw new Error(text);
  return json.data.accessToken;
};
const tryToken = async (token: string) => (await send('GET', '/affiliates', { token })).json;
const createUser = (email: string, role: string) =>
  operatorJson('user', 'create', '--brand', brand, '--email', email, '--role', role, '--password', password);
const revoked = { statusCode: 401, message: 'Token revoked', error: 'Unauthorized', code: 'token_revoked' };

beforeAll(async () => {
  const create = ['brand', 'create', '--name', 'Acme', '--email', owner, '--plan', 'growth'];
  brand = (await operatorJson(...create, '--password', password)).id;
});

test('`user create`, `user list` and `user remove` print no secret, and `user remove` revokes the user’s token', async () => {
  const email = address();
  const created = await createUser(email.toUpperCase(), 'member');
  expect(created).toEqual({
    id: expect.stringMatching(/^usr_/),
    email,
    role: 'member',
    brandId: brand,
    createdAt: expect.any(String),
  });
  const token = await logIn(email);
  const [listed, text] = await Promise.all([
    operatorJson('user', 'list', '--brand', brand),
    operator(['user', 'list', brand]),
  ]);
  expect(listed).toContainEqual(created);
  expect(Object.keys(listed[0])).toEqual(['id', 'email', 'role', 'brandId', 'createdAt']);
  expect(text.stdout).toMatch(/^EMAIL +ROLE +ID +CREATED\n/);
  expect(text.stdout).not.toMatch(/argon2|hash/i);

  expect((await operator(['user', 'remove', '--email', email.toUpperCase()])).stdout).toBe(
    `Removed ${email}\n`,
  );
  expect(await tryToken(token)).toEqual(revoked);
  expect(await operator(['user', 'remove', email])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'User with this e-mail address not found\n',
  });
});

test('a user with an international address logs in with every form of it', async () => {
  const local = `jürgen-${randomUUID()}`;
  expect(await createUser(`${local}@müller.de`, 'member')).toMatchObject({
    email: `${local}@xn--mller-kva.de`,
  });
  for (const email of [`${local.toUpperCase()}@Müller.de`, `${local}@xn--mller-kva.de`]) {
    expect(await logIn(email), email).toMatch(/\./);
  }
});

test('`user set-role` takes effect on the next request', async () => {
  const email = address();
  await createUser(email, 'member');
  const token = await logIn(email);
  const approve = async () =>
    (await send('PATCH', '/commissions/com_01JD0000000000000000000000/approve', { token })).status;
  expect(await approve()).toBe(403);
  expect((await operator(['user', 'set-role', '--email', email, '--role', 'admin'])).stdout).toBe(
    `${email} now has the role admin\n`,
  );
  expect(await approve()).toBe(404);
  expect(await operatorJson('user', 'set-role', email, 'member')).toMatchObject({ email, role: 'member' });
  expect(await approve()).toBe(403);
});

test('`user set-password` replaces the old password and revokes earlier tokens', async () => {
  const email = address();
  await createUser(email, 'member');
  const oldToken = await logIn(email);
  const refreshed = (await send('POST', '/auth/refresh', { token: oldToken })).json.data.accessToken;
  const { stdout } = await operator(['user', 'set-password', '--email', email]);
  const generated = /password +(\S+)/.exec(stdout.slice(stdout.indexOf('\n')))?.[1] ?? '';
  expect(await tryToken(refreshed)).toEqual(revoked);
  await expect(logIn(email)).rejects.toThrow('Invalid credentials');
  const token = await logIn(email, generated);
  expect(await tryToken(token)).toHaveProperty('data');

  const set = await operatorJson('user', 'set-password', email, '--password', 'another long password');
  expect(set).toEqual({ email });
  expect(await tryToken(token)).toEqual(revoked);
  await logIn(email, 'another long password');
});

test('`user remove` and `user set-role` fail for the last admin of a brand', async () => {
  const results = await Promise.all([
    operator(['user', 'remove', '--email', owner]),
    operator(['user', 'set-role', '--email', owner, '--role', 'member']),
  ]);
  const stderr = 'This is the last admin of the brand. Give another user the admin role first.\n';
  for (const result of results) expect(result).toEqual({ exitCode: 1, stdout: '', stderr });
  expect((await operator(['user', 'set-role', owner, 'admin'])).exitCode).toBe(0);
});
