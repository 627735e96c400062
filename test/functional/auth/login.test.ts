import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { removeUser } from '#lib/brands/store/users.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { createAccount, logIn } from '#test/support/accounts.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { send } from '#test/support/service.ts';

const login = (body: unknown) => send('POST', '/auth/brand/login', { body });

describe('logging in', () => {
  test('answers a token and who has logged in, and nothing else', async () => {
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

  test('gives a token of 24 hours, with the claims and the key id as agreed', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.700Z');
    const account = await createAccount('growth', 'member');
    const { data } = (await logIn(account)).json;
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    expect(decodeJwt(data.accessToken)).toEqual({
      sub: data.user.id,
      brandId: account.brand.id,
      role: 'member',
      jti: expect.stringMatching(/^ses_/),
      iat: issuedAt,
      exp: issuedAt + 86_400,
    });
    expect(decodeProtectedHeader(data.accessToken)).toEqual({
      alg: 'HS256',
      typ: 'JWT',
      kid: expect.any(String),
    });
  });

  test('stores the session of that token, and the address it came from', async () => {
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
    expect(await getItem(keys.knownAddress(account.email, '198.51.100.9'))).toBeDefined();
  });

  test('compares the e-mail address without regard to case', async () => {
    const account = await createAccount();
    const answer = await logIn({ ...account, email: account.email.toUpperCase() });
    expect(answer.status).toBe(200);
    expect(answer.json.data.user.email).toBe(account.email);
  });

  test('compares the password with regard to case, and whole', async () => {
    const account = await createAccount();
    for (const password of [account.password.toUpperCase(), `${account.password} `, 'a']) {
      expectRefusal(await logIn({ ...account, password }), refusal(401, 'Invalid credentials'));
    }
  });

  test('works on every plan, and its token reads where the plan has API access', async () => {
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

  test('gives every login a session of its own', async () => {
    const account = await createAccount();
    const [one, other] = await Promise.all([logIn(account), logIn(account)]);
    expect(decodeJwt(one.json.data.accessToken).jti).not.toBe(decodeJwt(other.json.data.accessToken).jti);
    await send('POST', '/auth/logout', { token: one.json.data.accessToken });
    const kept = await send('GET', '/affiliates', { token: other.json.data.accessToken });
    expect(kept.status).toBe(200);
  });

  test('is refused to a user that was removed, in the words for a wrong password', async () => {
    const account = await createAccount();
    await removeUser(account.email);
    expectRefusal(await logIn(account), refusal(401, 'Invalid credentials'));
  });
});

describe('the body of a login', () => {
  const email = 'someone@brands.test';
  const password = 'some password';

  test.each([
    ['nothing', undefined, ['']],
    ['null', null, ['']],
    ['a list', [], ['']],
    ['an empty object', {}, ['email', 'password']],
    ['no password', { email }, ['password']],
    ['no e-mail address', { password }, ['email']],
    ['an empty e-mail address', { email: '', password }, ['email']],
    ['an e-mail address of 255 characters', { email: 'a'.repeat(255), password }, ['email']],
    ['an empty password', { email, password: '' }, ['password']],
    ['a password of 1025 characters', { email, password: 'a'.repeat(1025) }, ['password']],
    ['a list as e-mail address', { email: [email], password }, ['email']],
    ['a number as password', { email, password: 1 }, ['password']],
    ['null as password', { email, password: null }, ['password']],
    ['an unknown field', { email, password, remember: true }, ['remember']],
  ])('may not be %s', async (_, body, paths) => {
    expectRefusal(await login(body), refusedFields(...paths));
  });

  test('may be anything a password manager makes of it', async () => {
    const answer = await login({ email: "o'brien+\u{1F680}@brands.test", password: '\u0000\u{1F680}' });
    expectRefusal(answer, refusal(401, 'Invalid credentials'));
  });
});
