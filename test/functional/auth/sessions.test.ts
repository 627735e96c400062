import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import { addSeconds, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createAccount, logIn, tokenOf } from '#test/support/accounts.ts';
import { countByStatus } from '#test/support/concurrent.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { expectUnauthenticated } from '#test/support/refusals.ts';
import { type Answer, createBrand, newToken, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const refresh = (token: string) => send('POST', '/auth/refresh', { token });
const logout = (token: string, body?: object) => send('POST', '/auth/logout', { token, body });
const use = (token: string) => send('GET', '/affiliates', { token });
const newTokenIn = ({ json }: Answer): string => json.data.accessToken;

const sessionOf = (token: string) => {
  const { brandId, sid } = decodeJwt(token);
  return getItem(keys.item(String(brandId), 'session', String(sid)));
};

const noon = '2026-03-01T12:00:00.000Z';

describe('an authenticated endpoint with a token that was refreshed', () => {
  test('only refuses it within 10 seconds of the refresh, and ends the session from then on', async () => {
    const clock = fakeClock(noon);
    const old = await tokenOf(await createAccount());
    const next = newTokenIn(await refresh(old));
    clock.set('2026-03-01T12:00:09.999Z');
    expectUnauthenticated(await use(old), 'Token revoked');
    expectUnauthenticated(await refresh(old), 'Token revoked');
    expect((await use(next)).status).toBe(200);
    clock.set('2026-03-01T12:00:10.000Z');
    expectUnauthenticated(await use(old), 'Token revoked');
    expectUnauthenticated(await use(next), 'Token revoked');
  });

  test.each([
    ['a read', use],
    ['a refresh', refresh],
    ['a write', (token: string) => send('POST', '/campaigns', { token, body: { name: 'Spring' } })],
  ])('ends the session when %s uses it later, also for the newest token', async (_, request) => {
    const clock = fakeClock(noon);
    const stolen = await tokenOf(await createAccount());
    let newest = newTokenIn(await refresh(stolen));
    clock.advance(9);
    newest = newTokenIn(await refresh(newest));
    clock.advance(1);
    expect((await use(newest)).status).toBe(200);
    expectUnauthenticated(await request(stolen), 'Token revoked');
    expectUnauthenticated(await use(newest), 'Token revoked');
    expectUnauthenticated(await refresh(newest), 'Token revoked');
    expect(await sessionOf(newest)).toBeUndefined();
  });

  test('deletes nothing but the session, so that every function may have the permission', async () => {
    const clock = fakeClock(noon);
    const { admin, brand } = await createBrand();
    await refresh(admin);
    clock.advance(10);
    const [, { calls }] = await trafficOf(() => use(admin));
    const [, second, ...rest] = calls;
    expect(rest).toEqual([]);
    const key = keys.item(brand.id, 'session', String(decodeJwt(admin).sid));
    expect(Object(second?.input).TransactItems).toEqual([{ Delete: expect.objectContaining({ Key: key }) }]);
  });

  test('leaves the other sessions of the user valid', async () => {
    const clock = fakeClock(noon);
    const account = await createAccount();
    const [stolen, other] = [await tokenOf(account), await tokenOf(account)];
    await refresh(stolen);
    clock.advance(10);
    expectUnauthenticated(await use(stolen), 'Token revoked');
    expect((await use(other)).status).toBe(200);
  });
});

describe('a session', () => {
  test('a session is stored until its newest token expires, because the table deletes expired sessions', async () => {
    const clock = fakeClock(noon);
    const first = await tokenOf(await createAccount());
    clock.advance(3600);
    const next = newTokenIn(await refresh(first));
    expect(Number((await sessionOf(next))?.expiresAt)).toBeGreaterThanOrEqual(Number(decodeJwt(next).exp));
  });

  test('ends 30 days after its login, however often it is refreshed', async () => {
    const clock = fakeClock(noon);
    let token = await tokenOf(await createAccount());
    for (let day = 0; day < 32; day += 1) {
      clock.advance(80_000);
      token = newTokenIn(await refresh(token));
    }
    const { iat = 0, exp = 0 } = decodeJwt(token);
    const end = epochSeconds(new Date(noon)) + 30 * 86_400;
    expect([iat, exp]).toEqual([end - 32_000, end]);
    clock.set('2026-03-31T11:59:59.999Z');
    expect((await use(token)).status).toBe(200);
    clock.set('2026-03-31T12:00:00.000Z');
    expectUnauthenticated(await refresh(token), 'Token expired');
  });

  test('a session is stored with its login, its current token and the expiry of this token', async () => {
    const clock = fakeClock(noon);
    const token = newTokenIn(await refresh(await tokenOf(await createAccount())));
    const { sub: userId, sid: id, jti: tokenId, exp: expiresAt } = decodeJwt(token);
    const createdAt = clock.now().toISOString();
    const replaced = [{ tokenId: id, replacedAt: createdAt }];
    expect(await sessionOf(token)).toMatchObject({ id, userId, createdAt, tokenId, replaced, expiresAt });
    expect(addSeconds(clock.now(), 86_400)).toEqual(new Date(Number(expiresAt) * 1000));
  });
});

describe('POST /v1/auth/logout', () => {
  test.each(['starter', 'growth', 'scale'] as const)('works on the plan %s', async (plan) => {
    const token = await tokenOf(await createAccount(plan));
    expect((await logout(token)).status).toBe(204);
    expectUnauthenticated(await refresh(token), 'Token revoked');
  });

  test('works after the subscription was canceled', async () => {
    const account = await createAccount('growth');
    const tokens = [await tokenOf(account), await tokenOf(account)] as const;
    await setSubscriptionStatus(account.brand.id, 'canceled');
    expect((await logout(tokens[0])).status).toBe(204);
    expect((await logout(tokens[1], { all: true })).status).toBe(204);
  });

  test('ends the session when a concurrent refresh replaces the token between its read and its write', async () => {
    const { admin } = await createBrand();
    const paused = pauseAt(2, () => logout(admin));
    expect(await paused.isHeld).toBe(true);
    const next = newTokenIn(await refresh(admin));
    expect((await paused.release()).status).toBe(204);
    expectUnauthenticated(await use(next), 'Token revoked');
  });

  test('ends the session when a concurrent refresh has just replaced its token', async () => {
    const clock = fakeClock(noon);
    const { admin } = await createBrand();
    const next = newTokenIn(await refresh(admin));
    clock.advance(9);
    expect((await logout(admin)).status).toBe(204);
    expectUnauthenticated(await use(next), 'Token revoked');
  });

  test('ends a session once when two requests end it at the same time', async () => {
    const { admin } = await createBrand();
    const paused = pauseAt(2, () => logout(admin));
    expect(await paused.isHeld).toBe(true);
    expect((await logout(admin)).status).toBe(204);
    expectUnauthenticated(await paused.release(), 'Token revoked');
  });

  test('refuses a concurrent refresh that writes after it', async () => {
    const { admin } = await createBrand();
    const paused = pauseAt(2, () => refresh(admin));
    expect(await paused.isHeld).toBe(true);
    expect((await logout(admin)).status).toBe(204);
    expectUnauthenticated(await paused.release(), 'Token revoked');
    expect(await sessionOf(admin)).toBeUndefined();
  });

  test('returns 400 when `all` is not a boolean, and ends no session', async () => {
    const { admin } = await createBrand();
    expect((await logout(admin, { all: 'yes' })).status).toBe(400);
    expect((await use(admin)).status).toBe(200);
  });

  test('ends only the session of the token with `{"all": false}` and with an empty object', async () => {
    const account = await createAccount();
    for (const body of [{ all: false }, {}]) {
      const [token, other] = [await tokenOf(account), await tokenOf(account)];
      expect((await logout(token, body)).status).toBe(204);
      expectUnauthenticated(await use(token), 'Token revoked');
      expect((await use(other)).status).toBe(200);
    }
  });
});

describe('POST /v1/auth/logout with {"all": true}', () => {
  const all = { all: true };

  test('ends all sessions of the user, but none of another user, and a new login works', async () => {
    const account = await createAccount();
    const tokens = [await tokenOf(account), await tokenOf(account)];
    const { token: colleague } = await newToken(account.brand.id, 'admin');
    expect((await logout(String(tokens[0]), all)).status).toBe(204);
    for (const token of tokens) {
      expectUnauthenticated(await use(token), 'Token revoked');
      expectUnauthenticated(await refresh(token), 'Token revoked');
    }
    expect((await use(colleague)).status).toBe(200);
    expect((await use(await tokenOf(account))).status).toBe(200);
  });

  test('ends a session that is being refreshed', async () => {
    const account = await createAccount();
    const [token, other] = [await tokenOf(account), await tokenOf(account)];
    const paused = pauseAt(2, () => refresh(other));
    expect(await paused.isHeld).toBe(true);
    expect((await logout(token, all)).status).toBe(204);
    expectUnauthenticated(await use(newTokenIn(await paused.release())), 'Token revoked');
  });

  test('refuses a login that has read the user before and writes its session after it', async () => {
    const account = await createAccount();
    const token = await tokenOf(account);
    const paused = pauseAt(2, () => logIn(account));
    expect(await paused.isHeld).toBe(true);
    expect((await logout(token, all)).status).toBe(204);
    expectUnauthenticated(await paused.release(), 'Token revoked');
  });

  test('succeeds for concurrent calls of several sessions', async () => {
    const account = await createAccount();
    const tokens = [await tokenOf(account), await tokenOf(account), await tokenOf(account)];
    const answers = await Promise.all(tokens.map((token) => logout(token, all)));
    expect(answers.map(({ status }) => status).filter((status) => ![204, 401].includes(status))).toEqual([]);
    expect(countByStatus(answers)[204]).toBeGreaterThan(0);
    for (const token of tokens) expectUnauthenticated(await use(token), 'Token revoked');
    expect((await logIn(account)).status).toBe(200);
  });
});
