import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { setPlan, setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import { removeUser, setPassword, setRole } from '#lib/access/users/store/operate.ts';
import { createAccount, logIn, tokenOf } from '#test/support/accounts.ts';
import { errorBody, expectError, expectUnauthenticated } from '#test/support/refusals.ts';
import { type Answer, send } from '#test/support/service.ts';

const read = (token: string): Promise<Answer> => send('GET', '/commissions', { token });
/** Sends a request whose status shows the role: an admin gets 404 for this id, and a member gets 403. */
const deleteAsAdmin = (token: string): Promise<Answer> => send('DELETE', '/discounts/none', { token });

const noApiAccess = errorBody(403, 'API access requires the Growth or Scale plan');
const canceled = errorBody(403, 'The subscription is canceled, and API access requires an active one');
const roleForbids = errorBody(403, 'Your role does not allow this action');
const noDiscount = errorBody(404, 'Discount not found');

describe('a role change', () => {
  test('applies to the next request, regardless of the role in the token', async () => {
    const account = await createAccount('growth', 'admin');
    const token = await tokenOf(account);
    expectError(await deleteAsAdmin(token), noDiscount);
    await setRole(account.email, 'member');
    expectError(await deleteAsAdmin(token), roleForbids);
    await setRole(account.email, 'admin');
    expectError(await deleteAsAdmin(token), noDiscount);
  });

  test('appears in the claims of the next token', async () => {
    const account = await createAccount('growth', 'admin');
    const token = await tokenOf(account);
    await setRole(account.email, 'member');
    const refreshed = await send('POST', '/auth/refresh', { token });
    expect(decodeJwt(refreshed.json.data.accessToken).role).toBe('member');
    expect(decodeJwt(await tokenOf(account)).role).toBe('member');
  });
});

describe('a change of the plan or subscription', () => {
  test('takes effect on the next request when the plan changes', async () => {
    const account = await createAccount('scale');
    const token = await tokenOf(account);
    expect((await read(token)).status).toBe(200);
    await setPlan(account.brand.id, 'starter');
    expectError(await read(token), noApiAccess);
    await setPlan(account.brand.id, 'growth');
    expect((await read(token)).status).toBe(200);
  });

  test.each([
    ['active', 200],
    ['past_due', 200],
    ['canceled', 403],
  ] as const)('the subscription status %s makes the next request return %i', async (status, expected) => {
    const account = await createAccount('growth');
    const token = await tokenOf(account);
    await setSubscriptionStatus(account.brand.id, status);
    const answer = await read(token);
    expect(answer.status).toBe(expected);
    if (expected === 403) expect(answer.json).toEqual(canceled);
  });

  test('an endpoint returns the error of the plan before errors of the role and the input', async () => {
    const account = await createAccount('starter', 'member');
    const token = await tokenOf(account);
    expectError(await deleteAsAdmin(token), noApiAccess);
    expectError(await send('POST', '/campaigns', { token, body: '{' }), noApiAccess);
  });

  test('login and refresh remain available after the subscription is canceled', async () => {
    const account = await createAccount('growth');
    const token = await tokenOf(account);
    await setSubscriptionStatus(account.brand.id, 'canceled');
    expect((await logIn(account)).status).toBe(200);
    expect((await send('POST', '/auth/refresh', { token })).status).toBe(200);
  });
});

describe('the removal of a user', () => {
  test('revokes the user’s tokens', async () => {
    const account = await createAccount();
    const token = await tokenOf(account);
    await removeUser(account.email);
    expectUnauthenticated(await read(token), 'Token revoked');
    expectUnauthenticated(await send('POST', '/auth/refresh', { token }), 'Token revoked');
    expectUnauthenticated(await send('POST', '/auth/logout', { token }), 'Token revoked');
  });
});

describe('a password change', () => {
  test('revokes all tokens issued for the old password', async () => {
    const account = await createAccount();
    const tokens = [await tokenOf(account), await tokenOf(account)];
    await setPassword(account.email, 'another long password');
    for (const token of tokens) {
      expectUnauthenticated(await read(token), 'Token revoked');
      expectUnauthenticated(await send('POST', '/auth/refresh', { token }), 'Token revoked');
    }
  });

  test('login accepts only the new password', async () => {
    const account = await createAccount();
    await setPassword(account.email, 'another long password');
    expectError(await logIn(account), errorBody(401, 'Invalid credentials'));
    const token = await tokenOf({ ...account, password: 'another long password' });
    expect((await read(token)).status).toBe(200);
    const refreshed = await send('POST', '/auth/refresh', { token });
    expect((await read(refreshed.json.data.accessToken)).status).toBe(200);
  });

  test('revokes the tokens of a concurrent refresh or login', async () => {
    const account = await createAccount();
    const token = await tokenOf(account);
    const [refreshed, loggedIn] = await Promise.all([
      send('POST', '/auth/refresh', { token }),
      logIn(account),
      setPassword(account.email, 'another long password'),
    ]);
    for (const { status, json } of [refreshed, loggedIn]) {
      expect([200, 401]).toContain(status);
      if (status === 200) expectUnauthenticated(await read(json.data.accessToken), 'Token revoked');
    }
  });
});
