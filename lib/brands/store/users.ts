// Reads and writes of a brand's users, who log in by e-mail address and password.
import { hashPassword } from '#lib/auth/rules/passwords.ts';
import {
  normalizeEmail,
  type StoredCredentials,
  type StoredUser,
  storedCredentials,
  storedUser,
} from '#lib/auth/schema.ts';
import type { Role } from '#lib/contract/role.ts';
import { conflict, notFound } from '#lib/shared/errors.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { getItem, queryPartition } from '#lib/table/client.ts';
import { collectionPartition, keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import {
  deleteExisting,
  mustExist,
  putNew,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/table/writes/write.ts';

const keyOf = ({ brandId, id }: Pick<StoredUser, 'brandId' | 'id'>) => keys.item(brandId, 'user', id);

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

/** The writes that add a user of a brand. An e-mail address belongs to one user of the whole service: 409. */
export async function addUser(brandId: string, given: NewUser, now: Date): Promise<readonly Write[]> {
  const { role, password } = given;
  const id = newId('user', now);
  const email = normalizeEmail(given.email);
  const user: StoredUser = { id, brandId, email, role, passwordVersion: 0, createdAt: now.toISOString() };
  const credentials: StoredCredentials = {
    userId: id,
    brandId,
    email,
    role,
    passwordVersion: user.passwordVersion,
    passwordHash: await hashPassword(password),
  };
  return [
    putNew({ ...keys.credentials(email), ...credentials }, () =>
      conflict('A user with this e-mail address exists already'),
    ),
    putNew({ ...keyOf(user), ...user }),
  ];
}

export const createUser = async (brandId: string, given: NewUser, now: Date): Promise<void> =>
  transact([mustExist(keys.brand(brandId), () => missing('brand')), ...(await addUser(brandId, given, now))]);

/** All users of a brand, oldest first. */
export async function listUsers(brandId: string): Promise<readonly StoredUser[]> {
  const found = await queryPartition(collectionPartition(brandId, 'user'));
  return found.map((user) => storedUser.parse(user));
}

const unknownUser = () => notFound('User with this e-mail address');

export async function findUser(emailInput: string): Promise<StoredUser> {
  const found = await getItem(keys.credentials(normalizeEmail(emailInput)));
  if (found === undefined) throw unknownUser();
  const { userId: id, brandId } = storedCredentials.parse(found);
  const user = await getItem(keyOf({ brandId, id }));
  if (user === undefined) throw unknownUser();
  return storedUser.parse(user);
}

/**
 * The write that lets a brand lose an admin: it demands that another one, the witness, still is one. Of two admins who
 * are removed at the same moment, each the other's witness, one stays.
 */
async function witnessFor(user: StoredUser): Promise<readonly Write[]> {
  if (user.role !== 'admin') return [];
  const others = await listUsers(user.brandId);
  const witness = others.find(({ id, role }) => role === 'admin' && id !== user.id);
  if (witness === undefined)
    throw conflict('This is the last admin of its brand: make another user admin first');
  return [
    {
      kind: 'check',
      key: keyOf(witness),
      condition: '#role = :admin',
      values: { admin: 'admin' },
      refused: staleWrite,
    },
  ];
}

/** The user must still have the role that the decision was made on. */
const stillHas = (role: Role) => ({ condition: '#role = :was', values: { was: role } });

/** Removes a user; its tokens are dead from the next request on. A brand's last admin stays: 409. */
export const removeUser = (email: string): Promise<void> =>
  retryOnConflict(async () => {
    const user = await findUser(email);
    await transact([
      ...(await witnessFor(user)),
      deleteExisting(keys.credentials(user.email), staleWrite),
      deleteExisting(keyOf(user), staleWrite, stillHas(user.role)),
    ]);
  });

/** Sets a role, which holds from the next request on. A brand's last admin stays one: 409. */
export const setRole = (email: string, role: Role): Promise<void> =>
  retryOnConflict(async () => {
    const user = await findUser(email);
    if (user.role === role) return;
    const { condition, values } = stillHas(user.role);
    const update = 'SET #role = :role';
    await transact([
      ...(await witnessFor(user)),
      updateExisting(keys.credentials(user.email), { update, values: { role } }, staleWrite),
      updateExisting(keyOf(user), { update, condition, values: { role, ...values } }, staleWrite),
    ]);
  });

/** Sets a password; all tokens that were issued before are dead from the next request on. */
export async function setPassword(email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await retryOnConflict(async () => {
    const user = await findUser(email);
    const values = { was: user.passwordVersion, version: user.passwordVersion + 1 };
    const condition = '#passwordVersion = :was';
    const update = 'SET #passwordVersion = :version';
    const withHash = {
      update: `${update}, #passwordHash = :passwordHash`,
      condition,
      values: { ...values, passwordHash },
    };
    await transact([
      updateExisting(keys.credentials(user.email), withHash, staleWrite),
      updateExisting(keyOf(user), { update, condition, values }, staleWrite),
    ]);
  });
}
