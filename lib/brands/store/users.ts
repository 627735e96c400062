// Reads and changes the users of a brand.
import { hashPassword } from '#lib/auth/rules/passwords.ts';
import { type StoredUser, storedCredentials, storedUser } from '#lib/auth/schema.ts';
import { newUser } from '#lib/brands/rules/new-brand.ts';
import { addUser, userKey } from '#lib/brands/writes.ts';
import type { Role } from '#lib/contract/role.ts';
import { normalizeEmail } from '#lib/shared/email-addresses.ts';
import { conflict, DomainError } from '#lib/shared/errors.ts';
import { idNotFound } from '#lib/shared/ids.ts';
import { getItem, queryPartition } from '#lib/table/client.ts';
import { collectionPartition, keys, loginPartition } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import {
  deleteExisting,
  mustExist,
  staleWrite,
  transactionLimit,
  updateExisting,
  type Write,
} from '#lib/table/writes/write.ts';

export interface UserInput {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

/** Throws a 404 when the brand does not exist, and a 409 when any user of the service has the e-mail address. */
export async function createUser(brandId: string, input: UserInput, now: Date): Promise<void> {
  const user = newUser(brandId, input, now);
  const writes = addUser(user, await hashPassword(input.password));
  await transact([mustExist(keys.brand(brandId), () => idNotFound('brand')), ...writes]);
}

export async function listUsers(brandId: string): Promise<readonly StoredUser[]> {
  const found = await queryPartition(collectionPartition(brandId, 'user'));
  return found.map((user) => storedUser.parse(user));
}

const unknownUser = () =>
  new DomainError('notFound', 'user_not_found', 'User with this e-mail address not found');

export async function findUser(emailInput: string): Promise<StoredUser> {
  const found = await getItem(keys.credentials(normalizeEmail(emailInput)));
  if (found === undefined) throw unknownUser();
  const { userId: id, brandId } = storedCredentials.parse(found);
  const user = await getItem(userKey({ brandId, id }));
  if (user === undefined) throw unknownUser();
  return storedUser.parse(user);
}

/**
 * Throws a 409 if `user` is the last admin. Otherwise returns a check that another user is still an admin, so that concurrent
 * removals cannot leave the brand without one.
 */
async function anotherAdminRemains(user: StoredUser): Promise<readonly Write[]> {
  if (user.role !== 'admin') return [];
  const others = await listUsers(user.brandId);
  const otherAdmin = others.find(({ id, role }) => role === 'admin' && id !== user.id);
  if (otherAdmin === undefined)
    throw conflict(
      'last_admin',
      'This is the last admin of the brand. Give another user the admin role first.',
    );
  return [
    {
      kind: 'check',
      key: userKey(otherAdmin),
      condition: '#role = :admin',
      values: { admin: 'admin' },
      refused: staleWrite,
    },
  ];
}

const roleIsUnchanged = (role: Role) => ({ condition: '#role = :was', values: { was: role } });

/** Deletes the known addresses and failed logins. A concurrent login cannot add an address, because it checks the credentials. */
async function deleteLoginRecords(email: string): Promise<void> {
  const found = await queryPartition(loginPartition(email));
  const deletions = found
    .filter(({ sk }) => sk !== keys.credentials(email).sk)
    .map(({ pk, sk }): Write => ({ kind: 'delete', key: { pk: String(pk), sk: String(sk) } }));
  for (let start = 0; start < deletions.length; start += transactionLimit)
    await transact(deletions.slice(start, start + transactionLimit));
}

/** Invalidates the user's tokens. Throws a 409 for the last admin. If it is interrupted, another call completes it. */
export async function removeUser(email: string): Promise<void> {
  try {
    await removeCredentials(email);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound')
      await deleteLoginRecords(normalizeEmail(email));
    throw error;
  }
  await deleteLoginRecords(normalizeEmail(email));
}

const removeCredentials = (email: string): Promise<void> =>
  retryOnConflict(async () => {
    const user = await findUser(email);
    await transact([
      ...(await anotherAdminRemains(user)),
      deleteExisting(keys.credentials(user.email), staleWrite),
      deleteExisting(userKey(user), staleWrite, roleIsUnchanged(user.role)),
    ]);
  });

/** The role applies from the next request on. Throws a 409 for the last admin. */
export const setRole = (email: string, role: Role): Promise<void> =>
  retryOnConflict(async () => {
    const user = await findUser(email);
    if (user.role === role) return;
    const { condition, values } = roleIsUnchanged(user.role);
    const update = 'SET #role = :role';
    await transact([
      ...(await anotherAdminRemains(user)),
      updateExisting(keys.credentials(user.email), { update, values: { role } }, staleWrite),
      updateExisting(userKey(user), { update, condition, values: { role, ...values } }, staleWrite),
    ]);
  });

/** Invalidates all tokens of the user. */
export async function setPassword(email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await retryOnConflict(async () => {
    const user = await findUser(email);
    const values = { was: user.passwordVersion, version: user.passwordVersion + 1 };
    const condition = '#passwordVersion = :was';
    const update = 'SET #passwordVersion = :version';
    const credentialsChange = {
      update: `${update}, #passwordHash = :passwordHash`,
      condition,
      values: { ...values, passwordHash },
    };
    await transact([
      updateExisting(keys.credentials(user.email), credentialsChange, staleWrite),
      updateExisting(userKey(user), { update, condition, values }, staleWrite),
    ]);
  });
}
