// Reads the caller of a request, and creates, replaces and deletes sessions.
import {
  type Claims,
  type StoredCredentials,
  storedSession,
  storedUser,
  tokenLifetimeSeconds,
} from '#lib/auth/schema.ts';
import { type Brand, storedBrand } from '#lib/brands/schema.ts';
import type { Role } from '#lib/contract/role.ts';
import { addSeconds, epochSeconds } from '#lib/shared/dates.ts';
import { unauthenticated } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { getItems } from '#lib/table/client.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { deleteExisting, putNew, type Write } from '#lib/table/writes/write.ts';

/** Every request reads its caller, so changes of role, plan and session apply immediately. */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly passwordVersion: number;
  readonly brand: Brand;
}

/** Reads the caller and the items of `extraKeys` in one strongly consistent call. */
export async function readCaller(
  claims: Claims,
  extraKeys: readonly Key[],
): Promise<{ caller: Caller; items: readonly (Item | undefined)[] }> {
  const { sub: userId, brandId, jti: sessionId } = claims;
  const [session, user, brand, ...items] = await getItems([
    keys.item(brandId, 'session', sessionId),
    keys.item(brandId, 'user', userId),
    keys.brand(brandId),
    ...extraKeys,
  ]);
  if (session === undefined || user === undefined || brand === undefined)
    throw unauthenticated('Token revoked');
  const { role, email, passwordVersion } = storedUser.parse(user);
  const stored = storedSession.parse(session);
  if (stored.userId !== userId || stored.passwordVersion !== passwordVersion)
    throw unauthenticated('Token revoked');
  const caller = { userId, email, role, sessionId, passwordVersion, brand: storedBrand.parse(brand) };
  return { caller, items };
}

type SessionOwner = Pick<StoredCredentials, 'brandId' | 'userId' | 'passwordVersion'>;

export const createSessionWrite = (
  { brandId, userId, passwordVersion }: SessionOwner,
  id: string,
  now: Date,
): Write =>
  putNew({
    ...keys.item(brandId, 'session', id),
    id,
    userId,
    passwordVersion,
    createdAt: now.toISOString(),
    expiresAt: epochSeconds(addSeconds(now, tokenLifetimeSeconds)),
  });

const deleteSessionWrite = ({ brand, sessionId }: Caller): Write =>
  deleteExisting(keys.item(brand.id, 'session', sessionId), () => unauthenticated('Token revoked'));

/** If concurrent calls replace the same session, one succeeds and the others throw a 401. */
export async function replaceSession(caller: Caller, now: Date): Promise<string> {
  const id = newId('session', now);
  await transact([
    deleteSessionWrite(caller),
    createSessionWrite({ ...caller, brandId: caller.brand.id }, id, now),
  ]);
  return id;
}

export const revokeSession = (caller: Caller): Promise<void> => transact([deleteSessionWrite(caller)]);
