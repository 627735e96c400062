import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { keyedHash } from '#lib/access/auth/rules/keyed-hash.ts';
import { loginKey } from '#lib/access/auth/store/login-key.ts';
import { removeUser } from '#lib/access/users/store/operate.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createAccount, logIn } from '#test/support/accounts.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { send } from '#test/support/service.ts';

const login = (body: unknown) => send('POST', '/auth/brand/login', { body });

describe('POST /v1/auth/brand/login', () => {
  test('returns a token and the user, and nothing else', async () => {
    const { brand, email, password } = await createAccount();
    const answer = await logIn({ email, password });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      data: {
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        user: { id: expect.stringMatching(/^usr_[0-9A-Z]{26}$/), email, brandId: brand.id },
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('issues a 24-hour token with the documented claims and a key id', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.700Z');
    const account = await createAccount('growth', 'member');
    const { data } = (await logIn(account)).json;
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    expect(decodeJwt(data.accessToken)).toEqual({
      sub: data.user.id,
      brandId: account.brand.id,
      role: 'member',
      sid: expect.stringMatching(/^ses_/),
      jti: expect.stringMatching(/^ses_/),
      iat: issuedAt,
      exp: issuedAt + 86_400,
    });
    expect(decodeProtectedHeader(data.accessToken)).toEqual({
      alg: 'Ed25519',
      typ: 'JWT',
      kid: expect.any(String),
    });
  });

  test('stores the session, and the hash of the IP address of the caller', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const account = await createAccount();
    const { data } = (await logIn(account, { sourceIp: '198.51.100.9' })).json;
    const { jti = '', exp = 0 } = decodeJwt(data.accessToken);
    expect(await getItem(keys.item(account.brand.id, 'session', jti))).toMatchObject({
      id: jti,
      userId: data.user.id,
      createdAt: clock.now().toISOString(),
      expiresAt: exp,
    });
    const hash = keyedHash(await loginKey(), 'known address', account.email, '198.51.100.9');
    expect(await getItem(keys.knownAddress(account.email, hash))).toBeDefined();
  });

  test('ignores the case of the e-mail address', async () => {
    const account = await createAccount();
    const answer = await logIn({ ...account, email: account.email.toUpperCase() });
    expect(answer.status).toBe(200);
    expect(answer.json.data.user.email).toBe(account.email);
  });

  test('rejects a password that differs in case, length or a trailing space', async () => {
    const account = await createAccount();
    for (const password of [account.password.toUpperCase(), `${account.password} `, 'a']) {
      expectError(await logIn({ ...account, password }), errorBody(401, 'Invalid credentials'));
    }
  });

  test('succeeds on every plan, but its token reads data only on plans with API access', async () => {
    for (const [plan, status] of [
      ['starter', 403],
      ['growth', 200],
      ['scale', 200],
    ] as const) {
      const answer = await logIn(await createAccount(plan));
      expect(answer.status).toBe(200);
      const token = answer.json.data.accessToken;
      expect((await send('GET', '/affiliates', { token })).status).toBe(status);
    }
  });

  test('creates a separate session for each login', async () => {
    const account = await createAccount();
    const [first, second] = await Promise.all([logIn(account), logIn(account)]);
    expect(decodeJwt(first.json.data.accessToken).jti).not.toBe(decodeJwt(second.json.data.accessToken).jti);
    await send('POST', '/auth/logout', { token: first.json.data.accessToken });
    const kept = await send('GET', '/affiliates', { token: second.json.data.accessToken });
    expect(kept.status).toBe(200);
  });

  test('returns the same error for a removed user as for a wrong password', async () => {
    const account = await createAccount();
    await removeUser(account.email);
    expectError(await logIn(account), errorBody(401, 'Invalid credentials'));
  });
});

describe('POST /v1/auth/brand/login (body validation)', () => {
  const email = 'someone@brands.test';
  const password = 'some password';

  test.each([
    ['a missing body', undefined, ['']],
    ['null', null, ['']],
    ['a list', [], ['']],
    ['an empty object', {}, ['email', 'password']],
    ['a missing password', { email }, ['password']],
    ['a missing e-mail address', { password }, ['email']],
    ['an empty e-mail address', { email: '', password }, ['email']],
    ['an e-mail address of 255 characters', { email: 'a'.repeat(255), password }, ['email']],
    ['an empty password', { email, password: '' }, ['password']],
    ['a password of 1025 characters', { email, password: 'a'.repeat(1025) }, ['password']],
    ['a list as e-mail address', { email: [email], password }, ['email']],
    ['a number as password', { email, password: 1 }, ['password']],
    ['null as password', { email, password: null }, ['password']],
    ['an unknown field', { email, password, remember: true }, ['remember']],
    [
      'a challenge without a solution',
      { email, password, challenge: { token: 'a' } },
      ['challenge.solution'],
    ],
    ['a text as challenge', { email, password, challenge: 'a' }, ['challenge']],
  ])('returns 400 for %s', async (_, body, paths) => {
    expectError(await login(body), invalidFields(...paths));
  });

  test('accepts any characters in the e-mail address and the password', async () => {
    const answer = await login({ email: "o'brien+\u{1F680}@brands.test", password: '\u0000\u{1F680}' });
    expectError(answer, errorBody(401, 'Invalid credentials'));
  });
});
