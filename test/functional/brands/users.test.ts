import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createUser, listUsers, removeUser, setPassword, setRole } from '#lib/access/users/store/operate.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { deleteExisting } from '#lib/foundation/table/writes/write.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

const password = 'correct horse battery';

/** Creates a brand and replaces its users with one user for each role, all with the same password. */
async function brandWithUsers(roles: readonly Role[]) {
  const { brand } = await createBrand();
  const others = await listUsers(brand.id);
  await transact(others.map(({ id }) => deleteExisting(keys.item(brand.id, 'user', id))));
  const emails = roles.map(() => `${randomUUID()}@acme.test`);
  for (const [index, email] of emails.entries()) {
    await createUser(brand.id, { email, password, role: roles[index] ?? 'member' }, now());
  }
  const admins = async () => (await listUsers(brand.id)).filter(({ role }) => role === 'admin');
  return { brand, emails, admins };
}

const outcomes = async (operations: readonly Promise<void>[]) =>
  (await Promise.allSettled(operations)).map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as Error).message,
  );
const lastAdminError = 'This is the last admin of the brand. Give another user the admin role first.';

test('concurrent removals and demotions of five admins leave one admin', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { emails, admins } = await brandWithUsers(['admin', 'admin', 'admin', 'admin', 'admin']);
    const results = await outcomes(
      emails.map((email, index) => (index % 2 === 0 ? removeUser(email) : setRole(email, 'member'))),
    );
    expect(results.toSorted()).toEqual([lastAdminError, 'done', 'done', 'done', 'done']);
    expect(await admins()).toHaveLength(1);
  }
});

/** Runs `concurrentChange` after the reads of the next operation and before its write. */
function beforeNextTransaction(concurrentChange: () => Promise<void>): void {
  const send = dynamoDb.send.bind(dynamoDb);
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === 'TransactWriteItems') {
      spy.mockRestore();
      await concurrentChange();
    }
    return Reflect.apply(send, undefined, args);
  });
}

test('the removal of a user fails when a concurrent change makes this user the only admin', async () => {
  const { emails, admins } = await brandWithUsers(['admin', 'member']);
  const [admin = '', member = ''] = emails;
  beforeNextTransaction(async () => {
    await setRole(member, 'admin');
    await setRole(admin, 'member');
  });
  expect(await outcomes([removeUser(member)])).toEqual([lastAdminError]);
  expect(await admins()).toHaveLength(1);
});

test('a user with the role member can be removed even when the brand has no other user', async () => {
  const { emails } = await brandWithUsers(['member']);
  expect(await outcomes(emails.map(removeUser))).toEqual(['done']);
});

test('a password change revokes every token, including one that is refreshed concurrently', async () => {
  for (let round = 0; round < sized(3, 10); round += 1) {
    const { emails } = await brandWithUsers(['admin']);
    const [email = ''] = emails;
    const login = await send('POST', '/auth/brand/login', { body: { email, password } });
    const token = login.json.data.accessToken;
    const refresh = new Promise<string>((resolve) =>
      setTimeout(
        () => resolve(send('POST', '/auth/refresh', { token }).then(({ json }) => json.data?.accessToken)),
        round * sized(10, 3),
      ),
    );
    await setPassword(email, 'another long password');
    for (const accessToken of [token, (await refresh) ?? token]) {
      expect((await send('GET', '/affiliates', { token: accessToken })).status).toBe(401);
    }
  }
});

test('the last admin of a brand cannot be demoted while other brands have admins', async () => {
  const { emails } = await brandWithUsers(['admin']);
  const { brand } = await createBrand();
  await newToken(brand.id, 'admin');
  expect(await outcomes(emails.map((email) => setRole(email, 'member')))).toEqual([lastAdminError]);
});
