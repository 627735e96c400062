import { afterEach, describe, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { dataOf } from '#test/support/answers.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { createPerson, emailsTo, linkTokenOf } from '#test/support/people.ts';
import { beginSecondFactor, codeAt, enableSecondFactor, newSecretOf } from '#test/support/second-factors.ts';
import { createBrand, send } from '#test/support/service.ts';
import { password } from '#test/support/situations.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const logIn = (email: string, proof: object = {}) =>
  send('POST', '/auth/brand/login', { body: { email, password, ...proof } });
const me = (token: string) => send('GET', '/me', { token });
const codeOf = (answer: { readonly json: { readonly code?: string } }) => answer.json.code;

async function person() {
  const { brand } = await createBrand();
  const { user, token } = await createPerson(brand.id);
  return { email: user.email, user, token };
}

async function personWithFactor() {
  const one = await person();
  return { ...one, ...(await enableSecondFactor(one.token)) };
}

afterEach(() => useClock());

describe('POST /v1/auth/second-factor', () => {
  test('returns a secret and a URI, and changes no login before it is confirmed', async () => {
    const { email, token } = await person();
    const { secret, uri } = await dataOf(beginSecondFactor(token));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await logIn(email)).status).toBe(200);
  });

  test('returns 401 for a wrong password, and 409 when a second factor is on', async () => {
    const { token } = await personWithFactor();
    expect(codeOf(await beginSecondFactor(token, 'wrong'))).toBe('credentials_invalid');
    expect(codeOf(await beginSecondFactor(token))).toBe('second_factor_enabled');
  });
});

describe('two requests of one user that change the second factor', () => {
  test('a new secret is refused when another request has turned the second factor on meanwhile', async () => {
    const { email, token } = await person();
    // The first transaction counts the attempt.
    const paused = pauseAt(2, () => beginSecondFactor(token), isTransaction);
    expect(await paused.isHeld).toBe(true);
    const { secret } = await enableSecondFactor(token);
    expect(codeOf(await paused.release())).toBe('second_factor_enabled');
    expect((await logIn(email, { code: codeAt(secret) })).status).toBe(200);
  });

  test('a login without a code is refused when the second factor is turned on meanwhile', async () => {
    const { email, token } = await person();
    const paused = pauseAt(2, () => logIn(email), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await enableSecondFactor(token);
    expect((await paused.release()).status).toBe(401);
  });

  test('a second factor that was replaced meanwhile stays on', async () => {
    fakeClock();
    const { email, token, secret } = await personWithFactor();
    const disable = (code: string) =>
      send('DELETE', '/auth/second-factor', { token, body: { currentPassword: password, code } });
    const paused = pauseAt(2, () => disable(codeAt(secret)), isTransaction);
    expect(await paused.isHeld).toBe(true);
    expect((await disable(codeAt(secret, 30))).status).toBe(204);
    const next = await enableSecondFactor(token);
    expect((await paused.release()).status).toBe(401);
    expect(codeOf(await logIn(email))).toBe('second_factor_required');
    expect((await logIn(email, { code: codeAt(next.secret) })).status).toBe(200);
  });

  test('a code that a login has used does not turn the second factor off', async () => {
    fakeClock();
    const { email, token, secret } = await personWithFactor();
    const code = codeAt(secret);
    expect((await logIn(email, { code })).status).toBe(200);
    const body = { currentPassword: password, code };
    expect(codeOf(await send('DELETE', '/auth/second-factor', { token, body }))).toBe(
      'second_factor_invalid',
    );
  });
});

describe('POST /v1/auth/second-factor/confirm', () => {
  const confirm = (token: string, code: string) =>
    send('POST', '/auth/second-factor/confirm', { token, body: { code } });

  test('refuses a code that was used once, for a second confirmation and for a login', async () => {
    const clock = fakeClock();
    const { email, token } = await person();
    const secret = await newSecretOf(token);
    const code = codeAt(secret);
    expect((await confirm(token, code)).status).toBe(200);
    expect(codeOf(await confirm(token, code))).toBe('second_factor_enabled');
    expect(codeOf(await logIn(email, { code }))).toBe('second_factor_invalid');
    clock.advance(30);
    expect((await logIn(email, { code: codeAt(secret) })).status).toBe(200);
  });

  test('returns recovery codes once when a code is sent twice at the same time', async () => {
    const { email, token } = await person();
    const secret = await newSecretOf(token);
    const paused = pauseAt(1, () => confirm(token, codeAt(secret)), isTransaction);
    expect(await paused.isHeld).toBe(true);
    const { recoveryCodes } = await dataOf(confirm(token, codeAt(secret)));
    expect(codeOf(await paused.release())).toBe('second_factor_not_begun');
    expect((await logIn(email, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
  });

  test('refuses a code of a secret that another request has replaced meanwhile', async () => {
    const { email, token } = await person();
    const secret = await newSecretOf(token);
    const paused = pauseAt(1, () => confirm(token, codeAt(secret)), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await newSecretOf(token);
    expect(codeOf(await paused.release())).toBe('second_factor_not_begun');
    expect((await logIn(email)).status).toBe(200);
  });

  test('checks five codes for a secret, also when they are sent at the same time', async () => {
    const { email, token } = await person();
    const first = await newSecretOf(token);
    const wrong = codeAt(first, 3600);
    const answers = await runConcurrently(12, () => confirm(token, wrong));
    expect(countByStatus(answers)).toEqual({ 400: 5, 409: 7 });
    const refused = await confirm(token, codeAt(first));
    expect([codeOf(refused), refused.json.message]).toEqual([
      'second_factor_not_begun',
      '5 codes were sent for this secret. Begin again with `POST /auth/second-factor`',
    ]);
    expect((await logIn(email)).status).toBe(200);
    const second = await newSecretOf(token);
    for (let count = 0; count < 4; count += 1)
      expect((await confirm(token, codeAt(second, 3600))).status).toBe(400);
    expect((await confirm(token, codeAt(second))).status).toBe(200);
  });

  test('turns the second factor on, returns ten recovery codes, and tells the user', async () => {
    const { email, token, recoveryCodes } = await personWithFactor();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await me(token)).json.data.hasSecondFactor).toBe(true);
    await continueToCompletion();
    expect(emailsTo(email).join()).toContain('Your second factor is on');
  });

  test('returns 400 for a wrong code, and 409 without a new secret', async () => {
    const { token } = await person();
    const confirm = (code: string) => send('POST', '/auth/second-factor/confirm', { token, body: { code } });
    expect(codeOf(await confirm('123456'))).toBe('second_factor_not_begun');
    const secret = await newSecretOf(token);
    expect((await confirm(codeAt(secret, 600))).status).toBe(400);
  });
});

describe('POST /v1/auth/brand/login with a second factor', () => {
  test('names what is missing, and counts no failed login for it', async () => {
    const { email, secret } = await personWithFactor();
    for (let count = 0; count < 12; count += 1)
      expect(codeOf(await logIn(email))).toBe('second_factor_required');
    expect((await logIn(email, { code: codeAt(secret) })).status).toBe(200);
  });

  test('accepts each code once, also when two logins send it at the same time', async () => {
    const clock = fakeClock();
    const { email, secret } = await personWithFactor();
    const code = codeAt(secret);
    const answers = await Promise.all([logIn(email, { code }), logIn(email, { code })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(codeOf(await logIn(email, { code }))).toBe('second_factor_invalid');
    expect(codeOf(await logIn(email, { code: codeAt(secret, -30) }))).toBe('second_factor_invalid');
    clock.advance(30);
    expect((await logIn(email, { code: codeAt(secret) })).status).toBe(200);
  });

  test('accepts each recovery code once', async () => {
    const { email, recoveryCodes } = await personWithFactor();
    const [first, second] = recoveryCodes;
    expect((await logIn(email, { recoveryCode: first?.toLowerCase() })).status).toBe(200);
    expect(codeOf(await logIn(email, { recoveryCode: first }))).toBe('second_factor_invalid');
    expect((await logIn(email, { recoveryCode: second })).status).toBe(200);
  });

  test('counts a wrong code as a failed login', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { email, secret } = await personWithFactor();
    const wrong = codeAt(secret, 3600);
    for (let count = 0; count < 10; count += 1)
      expect(codeOf(await logIn(email, { code: wrong }))).toBe('second_factor_invalid');
    expect(codeOf(await logIn(email, { code: codeAt(secret) }))).toBe('login_challenge');
  });

  test('still needs the second factor after a password reset', async () => {
    const { email, user } = await personWithFactor();
    const token = await linkTokenOf(user, 'passwordReset');
    expect((await send('POST', '/auth/password/reset', { body: { token, password } })).status).toBe(204);
    expect(codeOf(await logIn(email))).toBe('second_factor_required');
  });
});

describe('DELETE /v1/auth/second-factor', () => {
  test('needs the password and a code, and then logins need only the password', async () => {
    const { email, token, secret } = await personWithFactor();
    const disable = (body: object) => send('DELETE', '/auth/second-factor', { token, body });
    expect(codeOf(await disable({ currentPassword: password }))).toBe('second_factor_required');
    expect(codeOf(await disable({ currentPassword: 'wrong', code: codeAt(secret) }))).toBe(
      'credentials_invalid',
    );
    expect((await disable({ currentPassword: password, code: codeAt(secret) })).status).toBe(204);
    expect((await logIn(email)).status).toBe(200);
    expect((await me(token)).json.data.hasSecondFactor).toBe(false);
  });
});

describe('requireSecondFactor of a brand', () => {
  test('lets users without a second factor only turn one on, and does not affect others', async () => {
    const { brand, admin } = await createBrand();
    const { token } = await createPerson(brand.id);
    await dataOf(send('PATCH', '/brand', { token: admin, body: { requireSecondFactor: true } }));
    for (const one of [admin, token])
      expect(codeOf(await send('GET', '/campaigns', { token: one }))).toBe('second_factor_missing');
    expect((await me(token)).status).toBe(200);
    await enableSecondFactor(token);
    expect((await send('GET', '/campaigns', { token })).status).toBe(200);
  });

  test('does not affect API keys', async () => {
    const { admin } = await createBrand();
    const { key } = await createApiKey(admin);
    await dataOf(send('PATCH', '/brand', { token: admin, body: { requireSecondFactor: true } }));
    expect((await send('GET', '/campaigns', { token: key })).status).toBe(200);
  });
});
