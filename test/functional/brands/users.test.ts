import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import type { Role } from '#lib/auth/schema.ts';
import { createUser, listUsers, removeUser, setPassword, setRole } from '#lib/brands/store/users.ts';
import { now } from '#lib/shared/clock.ts';
import { documentClient } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { deleteExisting } from '#lib/table/writes/write.ts';
import { transact } from '#lib/table/transact.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const password = 'correct horse battery';

/** A brand whose only users are these, each with a password. */
async function brandOf(roles: readonly Role[]) {
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

const outcomes = async (work: readonly Promise<void>[]) =>
  (await Promise.allSettled(work)).map((each) =>
    each.status === 'fulfilled' ? 'done' : (each.reason as Error).message,
  );
const refused = 'This is the last admin of its brand: make another user admin first';

test('of five admins who are removed or demoted at once, one stays', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { emails, admins } = await brandOf(['admin', 'admin', 'admin', 'admin', 'admin']);
    const said = await outcomes(
      emails.map((email, index) => (index % 2 === 0 ? removeUser(email) : setRole(email, 'member'))),
    );
    expect(said.toSorted()).toEqual([refused, 'done', 'done', 'done', 'done']);
    expect(await admins()).toHaveLength(1);
  }
});

/** Lets `meanwhile` happen between what the next operation reads and what it writes. */
function beforeNextTransaction(meanwhile: () => Promise<void>): void {
  const send: (command: never) => Promise<unknown> = documentClient.send.bind(documentClient);
  const spy = vi.spyOn(documentClient, 'send').mockImplementation(async (command: unknown) => {
    if (command instanceof TransactWriteCommand) {
      spy.mockRestore();
      await meanwhile();
    }
    return send(command as never);
  });
}

test('a member who is made the only admin while being removed is not removed', async () => {
  const { emails, admins } = await brandOf(['admin', 'member']);
  const [admin = '', member = ''] = emails;
  beforeNextTransaction(async () => {
    await setRole(member, 'admin');
    await setRole(admin, 'member');
  });
  expect(await outcomes([removeUser(member)])).toEqual([refused]);
  expect(await admins()).toHaveLength(1);
});

test('a member leaves without a witness, also where nobody else is', async () => {
  const { emails } = await brandOf(['member']);
  expect(await outcomes(emails.map(removeUser))).toEqual(['done']);
});

test('no token outlives a new password, not even one that is refreshed at the same moment', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { emails } = await brandOf(['admin']);
    const [email = ''] = emails;
    const login = await send('POST', '/auth/brand/login', { body: { email, password } });
    const token = login.json.data.accessToken;
    const refresh = new Promise<string>((resolve) =>
      setTimeout(
        () => resolve(send('POST', '/auth/refresh', { token }).then(({ json }) => json.data?.accessToken)),
        round * 3,
      ),
    );
    await setPassword(email, 'another long password');
    for (const each of [token, (await refresh) ?? token]) {
      expect((await send('GET', '/affiliates', { token: each })).status).toBe(401);
    }
  }
});

test('users of other brands are no witnesses', async () => {
  const { emails } = await brandOf(['admin']);
  const { brand } = await createBrand();
  await newToken(brand.id, 'admin');
  expect(await outcomes(emails.map((email) => setRole(email, 'member')))).toEqual([refused]);
});
