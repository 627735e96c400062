// Reads, changes and removes the users of a brand.
import { storedCredentials } from '#lib/access/auth/schema.ts';
import { userKey } from '#lib/access/brands/writes.ts';
import { type StoredUser, storedUser } from '#lib/access/users/schema/stored.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { conflict, DomainError } from '#lib/foundation/shared/errors.ts';
import { getItem, queryPartition } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { type Precondition, withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import {
  deleteExisting,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import { deleteLoginRecords } from './login-records.ts';

export async function listUsers(brandId: string): Promise<readonly StoredUser[]> {
  const found = await queryPartition(collectionPartition(brandId, 'user'));
  return found.map((user) => storedUser.parse(user));
}

export const getUser = async (brandId: string, id: string): Promise<StoredUser> =>
  storedUser.parse(await getExisting(userKey({ brandId, id }), 'user'));

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

/** An invited user cannot log in yet, so a brand needs another admin who can. */
const isActiveAdmin = ({ role, status }: StoredUser): boolean => role === 'admin' && status === 'active';

export const listActiveAdmins = async (brandId: string): Promise<readonly StoredUser[]> =>
  (await listUsers(brandId)).filter(isActiveAdmin);

/**
 * Throws a 409 if `user` is the last admin. Otherwise returns a check that another user is still an admin, so that concurrent
 * removals cannot leave the brand without one.
 */
async function anotherAdminRemains(user: StoredUser): Promise<readonly Write[]> {
  if (!isActiveAdmin(user)) return [];
  const others = await listUsers(user.brandId);
  const otherAdmin = others.find((other) => isActiveAdmin(other) && other.id !== user.id);
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

/** An invitation that is accepted meanwhile can make the user an active admin. */
const isUnchanged = ({ role, status }: StoredUser) => ({
  condition: '#role = :was AND #status = :status',
  values: { was: role, status },
});

/** The login of the address of an invited user can belong to another brand. docs/decisions/0130 */
const hasLogin = ({ status }: Pick<StoredUser, 'status'>): boolean => status === 'active';

/** Invalidates the user's tokens. Throws a 409 for the last admin. */
export async function removeUser(
  find: () => Promise<StoredUser>,
  preconditions: readonly Precondition[] = [],
): Promise<void> {
  const { email, status } = await retryOnConflict(async () => {
    const user = await find();
    const writes = [
      ...(await anotherAdminRemains(user)),
      ...(hasLogin(user) ? [deleteExisting(keys.credentials(user.email), staleWrite)] : []),
      { kind: 'delete', key: emailKeys.userEmail(user.brandId, user.email) } as const,
      deleteExisting(userKey(user), staleWrite, isUnchanged(user)),
    ];
    await transact(withPreconditions(writes, preconditions));
    return user;
  });
  if (hasLogin({ status })) await deleteLoginRecords(email);
}

export interface UserChanges {
  readonly role?: Role | undefined;
  readonly name?: string | undefined;
}

/** A role applies from the next request on. Throws a 409 for the last admin. */
export const changeUser = (
  find: () => Promise<StoredUser>,
  changes: UserChanges,
  preconditions: readonly Precondition[] = [],
): Promise<StoredUser> =>
  retryOnConflict(async () => {
    const user = await find();
    const { role = user.role, name = user.name } = changes;
    const isDemotion = role !== user.role && role !== 'admin';
    const { condition, values } = isUnchanged(user);
    if (role === user.role && name === user.name) return user;
    // Writes only what changes, so that a concurrent rename is not lost.
    const fields = { ...(role !== user.role && { role }), ...(name !== user.name && { name }) };
    const writes = [
      ...(isDemotion ? await anotherAdminRemains(user) : []),
      ...(role === user.role || !hasLogin(user)
        ? []
        : [updateExisting(keys.credentials(user.email), { set: { role } }, staleWrite)]),
      updateExisting(userKey(user), { set: fields, condition, values }, staleWrite),
    ];
    await transact(withPreconditions(writes, preconditions));
    return { ...user, ...fields };
  });
