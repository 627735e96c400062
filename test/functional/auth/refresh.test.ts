import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createAccount, tokenOf } from '#test/support/accounts.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError, expectUnauthenticated } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const refresh = (token: string) => send('POST', '/auth/refresh', { token });
const logout = (token: string) => send('POST', '/auth/logout', { token });
const use = (token: string) => send('GET', '/affiliates', { token });

const sessionOf = (token: string) => {
  const { brandId, sid } = decodeJwt(token);
  return getItem(keys.item(String(brandId), 'session', String(sid)));
};

describe('POST /v1/auth/refresh', () => {
  test('returns a valid new token and nothing else', async () => {
    const old = await tokenOf(await createAccount());
    const answer = await refresh(old);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: { accessToken: expect.any(String) } });
    expect((await use(answer.json.data.accessToken)).status).toBe(200);
  });

  test('revokes the old token at once', async () => {
    const old = await tokenOf(await createAccount());
    const { data } = (await refresh(old)).json;
    expectUnauthenticated(await use(old), 'Token revoked');
    expectUnauthenticated(await refresh(old), 'Token revoked');
    expect((await use(data.accessToken)).status).toBe(200);
  });

  test('issues a token for another 24 hours with the same user, brand and role', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const old = await tokenOf(await createAccount('growth', 'member'));
    clock.advance(23 * 3600);
    const { accessToken } = (await refresh(old)).json.data;
    const before = decodeJwt(old);
    const after = decodeJwt(accessToken);
    const iat = clock.now().getTime() / 1000;
    expect(after).toEqual({ ...before, jti: expect.stringMatching(/^ses_/), iat, exp: iat + 86_400 });
    expect(after.jti).not.toBe(before.jti);
    clock.set('2026-03-03T10:59:59.999Z');
    expect((await use(accessToken)).status).toBe(200);
    clock.set('2026-03-03T11:00:00.000Z');
    expectUnauthenticated(await use(accessToken), 'Token expired');
  });

  test('refreshes a token any number of times', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    let token = await tokenOf(await createAccount());
    for (let day = 0; day < 5; day += 1) {
      clock.advance(80_000);
      token = (await refresh(token)).json.data.accessToken;
    }
    expect((await use(token)).status).toBe(200);
  });

  test('works on the Starter plan', async () => {
    const old = await tokenOf(await createAccount('starter'));
    const answer = await refresh(old);
    expect(answer.status).toBe(200);
    expectUnauthenticated(await refresh(old), 'Token revoked');
  });

  test('returns 401 for an expired token', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const token = await tokenOf(await createAccount());
    clock.advance(86_400);
    expectUnauthenticated(await refresh(token), 'Token expired');
  });

  test('does not revoke other tokens of the user', async () => {
    const account = await createAccount();
    const [first, second] = await Promise.all([tokenOf(account), tokenOf(account)]);
    await refresh(first);
    expect((await use(second)).status).toBe(200);
  });

  test('returns 400 when the body has a field', async () => {
    const token = await tokenOf(await createAccount());
    const answer = await send('POST', '/auth/refresh', { token, body: { accessToken: token } });
    expectError(
      answer,
      errorBody(400, 'Invalid request body', [{ path: 'accessToken', message: 'Unknown field' }]),
    );
    expect((await use(token)).status).toBe(200);
  });

  test('succeeds for exactly one of 30 concurrent requests with the same token', async () => {
    const { admin } = await createBrand();
    const answers = await runConcurrently(30, () => refresh(admin));
    expect(countByStatus(answers)).toEqual({ 200: 1, 401: 29 });
    for (const lost of answers.filter(({ status }) => status === 401)) {
      expectUnauthenticated(lost, 'Token revoked');
    }
    const winner = answers.find(({ status }) => status === 200)?.json.data.accessToken;
    expect((await use(winner)).status).toBe(200);
    expectUnauthenticated(await use(admin), 'Token revoked');
  });
});

describe('POST /v1/auth/logout', () => {
  test('returns 204 without a body and revokes the token', async () => {
    const { admin, member } = await createBrand();
    const answer = await logout(admin);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expectUnauthenticated(await use(admin), 'Token revoked');
    expectUnauthenticated(await logout(admin), 'Token revoked');
    expectUnauthenticated(await refresh(admin), 'Token revoked');
    expect(await sessionOf(admin)).toBeUndefined();
    expect((await use(member)).status).toBe(200);
  });

  test('allows a user with the role member to log out', async () => {
    const { member } = await createBrand();
    expect((await logout(member)).status).toBe(204);
    expectUnauthenticated(await use(member), 'Token revoked');
  });

  test('succeeds beside a concurrent refresh, and no token of the session is valid afterwards', async () => {
    const { brand } = await createBrand();
    for (const requests of [
      [logout, refresh],
      [refresh, logout],
    ]) {
      const { token } = await newToken(brand.id, 'admin');
      const answers = await Promise.all(requests.map((request) => request(token)));
      expect(answers.map(({ status }) => status)).toContain(204);
      const refreshed = answers.find(({ status }) => status === 200)?.json.data.accessToken;
      for (const each of [token, refreshed ?? token]) expectUnauthenticated(await use(each), 'Token revoked');
    }
  });
});
