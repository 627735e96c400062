// Creates, changes and removes users for the operator, who names them by e-mail address.
import { hashPassword } from '#lib/access/auth/rules/passwords.ts';
import { newUser } from '#lib/access/brands/rules/new-brand.ts';
import { addUser, userKey } from '#lib/access/brands/writes.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { DomainError, notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { mustExist, staleWrite, updateExisting } from '#lib/foundation/table/writes/write.ts';
import { deleteLoginRecords } from './login-records.ts';
import { prefetchTaken, takePlace } from './places.ts';
import { changeUser, findUser, listUsers, removeUser as remove } from './users.ts';

export { findUser, listUsers } from './users.ts';

export interface UserInput {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

/**
 * Throws a 404 when the brand does not exist, and a 409 when any user of the service has the e-mail address, or the brand has too many users.
 */
export async function createUser(brandId: string, input: UserInput, now: Date): Promise<void> {
  const user = newUser(brandId, input, now);
  const writes = addUser(user, await hashPassword(input.password));
  const plan = prefetchTaken(undefined, brandId);
  await retryOnConflict(async () => {
    const taken = plan.parse(await getItems(plan.keys));
    const users = await listUsers(brandId);
    const place = takePlace(user, users, taken, now);
    await transact([mustExist(keys.brand(brandId), () => notFound('brand')), ...writes, place]);
  });
}

/** Invalidates the user's tokens. Throws a 409 for the last admin. If it is interrupted, another call completes it. */
export async function removeUser(email: string): Promise<void> {
  try {
    await remove(() => findUser(email));
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound')
      await deleteLoginRecords(normalizeEmail(email));
    throw error;
  }
}

/** The role applies from the next request on. Throws a 409 for the last admin. */
export async function setRole(email: string, role: Role): Promise<void> {
  await changeUser(() => findUser(email), { role });
}

/** Invalidates all tokens of the user, and accepts an open invitation. */
export async function setPassword(email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await retryOnConflict(async () => {
    const user = await findUser(email);
    const passwordVersion = user.passwordVersion + 1;
    const unchanged = { condition: '#passwordVersion = :was', values: { was: user.passwordVersion } };
    const credentials = { set: { passwordVersion, passwordHash }, ...unchanged };
    const active = { set: { passwordVersion, status: 'active' }, ...unchanged };
    await transact([
      updateExisting(keys.credentials(user.email), credentials, staleWrite),
      updateExisting(userKey(user), active, staleWrite),
    ]);
  });
}
