import { expect, test } from 'vitest';
import { hashPassword, hashWithoutPassword, verifyPassword } from '#lib/auth/rules/passwords.ts';

test('the hash of a password verifies this password and no other', async () => {
  const hash = await hashPassword('correct horse battery staple');
  expect(await verifyPassword('correct horse battery staple', hash)).toBe(true);
  expect(await verifyPassword('correct horse battery stapler', hash)).toBe(false);
});

test('the hash of a user without a password has the same form and costs, and verifies no password', async () => {
  const hash = hashWithoutPassword();
  const formOf = (text: string) => text.split('$').slice(0, 4);
  expect(formOf(hash)).toEqual(formOf(await hashPassword('any password')));
  expect(hash).not.toBe(hashWithoutPassword());
  expect(await verifyPassword('', hash)).toBe(false);
});
