import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#lib/access/auth/rules/passwords.ts';

test('the hash of a password verifies this password and no other', async () => {
  const hash = await hashPassword('correct horse battery staple');
  expect(await verifyPassword('correct horse battery staple', hash)).toBe(true);
  expect(await verifyPassword('correct horse battery stapler', hash)).toBe(false);
});
