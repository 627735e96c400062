// A token's life, from login to logout.
import { describe, expect, test } from 'vitest';
import { expectUnauthenticated } from '#test/support/refusals.ts';
import type { Given } from './setting.ts';
import { logIn } from './world.ts';

export function describeTokens(given: Given): void {
  const billing = (token: string) => given().send('GET', '/billing', { token });

  describe('a token', () => {
    test('lives until it is logged out', async () => {
      const { send, own } = given();
      const token = await logIn(send, own.users.member);
      expect((await billing(token)).status).toBe(200);
      expect((await send('POST', '/auth/logout', { token })).status).toBe(204);
      expectUnauthenticated(await billing(token), 'Token revoked');
      expect((await billing(own.member)).status).toBe(200);
    });

    test('that is exchanged is dead, and the new one lives', async () => {
      const { send, own } = given();
      const old = await logIn(send, own.users.admin);
      const { accessToken } = (await send('POST', '/auth/refresh', { token: old })).json.data;
      expectUnauthenticated(await billing(old), 'Token revoked');
      expect((await billing(accessToken)).status).toBe(200);
    });

    test('is not given for a wrong password, nor for an unknown address', async () => {
      const { send, own } = given();
      for (const email of [own.users.member.email, 'nobody@brands.test']) {
        const answer = await send('POST', '/auth/brand/login', { body: { email, password: 'wrong' } });
        expectUnauthenticated(answer, 'Invalid credentials');
      }
    });

    test('dies when the operator sets another password', async () => {
      const { send, stage } = given();
      const { email } = given().starter.users.member;
      const token = await logIn(send, given().starter.users.member);
      const { password } = await stage.operator('user', 'set-password', '--email', email);
      const refused = await send('POST', '/auth/refresh', { token });
      expectUnauthenticated(refused, 'Token revoked');
      expect(await logIn(send, { email, password })).toMatch(/\./);
    });
  });
}
