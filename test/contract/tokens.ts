// Tests the lifecycle of access tokens.
import { describe, expect, test } from 'vitest';
import { expectUnauthenticated } from '#test/support/refusals.ts';
import type { GetSetting } from './setting.ts';
import { logIn } from './test-brands.ts';

export function describeTokens(getSetting: GetSetting): void {
  const billing = (token: string) => getSetting().send('GET', '/billing', { token });

  describe('an access token', () => {
    test('is revoked by its logout, and another token of the same user stays valid', async () => {
      const { send, own } = getSetting();
      const token = await logIn(send, own.users.member);
      expect((await billing(token)).status).toBe(200);
      expect((await send('POST', '/auth/logout', { token })).status).toBe(204);
      expectUnauthenticated(await billing(token), 'Token revoked');
      expect((await billing(own.member)).status).toBe(200);
    });

    test('is revoked by a refresh, which returns a new token', async () => {
      const { send, own } = getSetting();
      const old = await logIn(send, own.users.admin);
      const { accessToken } = (await send('POST', '/auth/refresh', { token: old })).json.data;
      expectUnauthenticated(await billing(old), 'Token revoked');
      expect((await billing(accessToken)).status).toBe(200);
    });

    test('is not issued for a wrong password or an unknown e-mail address', async () => {
      const { send, own } = getSetting();
      for (const email of [own.users.member.email, 'nobody@brands.test']) {
        const answer = await send('POST', '/auth/brand/login', { body: { email, password: 'wrong' } });
        expectUnauthenticated(answer, 'Invalid credentials');
      }
    });

    test('is revoked when the operator sets another password', async () => {
      const { send, stage } = getSetting();
      const { email } = getSetting().starter.users.member;
      const token = await logIn(send, getSetting().starter.users.member);
      const { password } = await stage.operator('user', 'set-password', '--email', email);
      const refused = await send('POST', '/auth/refresh', { token });
      expectUnauthenticated(refused, 'Token revoked');
      expect(await logIn(send, { email, password })).toMatch(/\./);
    });
  });
}
