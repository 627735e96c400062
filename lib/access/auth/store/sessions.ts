// Reads the caller of a request, and creates, refreshes and ends sessions.

import { recordEntry } from '#lib/access/audit-entries/writes.ts';
import type { UserCaller } from '#lib/access/auth/rules/caller.ts';
import { tokenExpiry, tokenState } from '#lib/access/auth/rules/sessions.ts';
import { type Claims, type StoredSession, storedSession } from '#lib/access/auth/schema.ts';
import { sessionContinues, sessionKey, tokenRevoked } from '#lib/access/auth/writes.ts';
import { addressHashOf } from '#lib/access/brands/rules/address-hash.ts';
import { storedBrand } from '#lib/access/brands/schema.ts';
import { storedUser } from '#lib/access/users/schema/stored.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { isReadOnly } from '#lib/foundation/shared/read-only.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys, timeToLive } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import {
  deleteExisting,
  incrementExisting,
  putNew,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';

interface ReadOptions {
  readonly now: Date;
  readonly sourceIp: string;
  readonly acceptsReplacedToken: boolean;
  readonly extraKeys: readonly Key[];
}

/** Reads the caller and the items of `extraKeys` in one strongly consistent call. */
export async function readCaller(
  { sub: userId, brandId, sid, jti }: Claims,
  { now, sourceIp, acceptsReplacedToken, extraKeys }: ReadOptions,
): Promise<{ caller: UserCaller; items: readonly (Item | undefined)[] }> {
  const [sessionItem, user, brand, ...items] = await getItems([
    sessionKey(brandId, { id: sid }),
    keys.item(brandId, 'user', userId),
    keys.brand(brandId),
    ...extraKeys,
  ]);
  if (sessionItem === undefined || user === undefined || brand === undefined) throw tokenRevoked();
  const { role, email, passwordVersion, hasSecondFactor } = storedUser.parse(user);
  const session = storedSession.parse(sessionItem);
  if (session.userId !== userId || session.passwordVersion !== passwordVersion) throw tokenRevoked();
  const state = tokenState(session, jti, now);
  if (state === 'reused') await endReusedSession(brandId, session);
  if (state === 'reused' || (state === 'replaced' && !acceptsReplacedToken)) throw tokenRevoked();
  const person = { kind: 'user', userId, email, role, hasSecondFactor, session } as const;
  const owner = storedBrand.parse(brand);
  const addressHash = addressHashOf(owner, sourceIp);
  const caller = { ...person, addressHash, brand: owner, mode: 'live', accountId: brandId } as const;
  return { caller, items };
}

/**
 * Two parties have tokens of the session, and nobody can tell which of them is the thief: both must log in again. On a read-only stage,
 * the token is refused, and its next use after that ends the session.
 */
async function endReusedSession(brandId: string, session: StoredSession): Promise<void> {
  if (isReadOnly()) return;
  const { id: sessionId, userId } = session;
  await transact([{ kind: 'delete', key: sessionKey(brandId, session) }]);
  logger.warn('session ended: a token was used after its refresh', { brandId, userId, sessionId });
}

const expiresAt = (session: StoredSession, now: Date) => ({
  [timeToLive]: epochSeconds(tokenExpiry(session, now)),
});

export const createSessionWrite = (brandId: string, session: StoredSession, now: Date): Write =>
  putNew({ ...sessionKey(brandId, session), ...session, ...expiresAt(session, now) });

/** Stores the next token of the session. Of concurrent calls, one succeeds and the others throw a 401. */
export function replaceToken({ brand, session }: UserCaller, next: StoredSession, now: Date): Promise<void> {
  const { tokenId, replaced } = next;
  const change = {
    set: { tokenId, replaced, ...expiresAt(next, now) },
    condition: '#tokenId = :was',
    values: { was: session.tokenId },
  };
  return transact([updateExisting(sessionKey(brand.id, session), change, tokenRevoked)]);
}

/** Ends the session, whichever of its tokens is the current one, so a concurrent refresh cannot continue it. */
export const endSession = ({ brand, session, userId }: UserCaller, now: Date): Promise<void> =>
  transact([
    deleteExisting(sessionKey(brand.id, session), tokenRevoked),
    recordEntry(
      { brandId: brand.id, type: 'session.ended', resourceId: userId, data: { sessionId: session.id } },
      now,
    ),
  ]);

/** Also ends sessions that a refresh or a login is creating at the same time. */
export function endAllSessions(caller: UserCaller, now: Date): Promise<void> {
  const { brand, userId, email } = caller;
  const add = { passwordVersion: 1 };
  const writes = [
    incrementExisting(keys.credentials(email), add, tokenRevoked),
    updateExisting(
      keys.item(brand.id, 'user', userId),
      { set: { sessionsEndedAt: now.toISOString() }, add },
      tokenRevoked,
    ),
  ];
  return transact(withPreconditions(writes, sessionContinues(caller)));
}
