// Decides about the tokens of a session. A session is the family of all tokens that come from one login (RFC 9700, 4.14.2).
import { type StoredSession, tokenLifetimeSeconds } from '#lib/access/auth/schema.ts';
import type { CallerRole } from '#lib/foundation/contract/role.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';

export const sessionLifetimeSeconds = 30 * secondsPerDay;

/** A client with several processes may still send a token this long after another process has refreshed it. */
export const graceSeconds = 10;

/** Limits the size of the item. An older token counts as used too late. */
const maxReplaced = 10;

type SessionOwner = Pick<StoredSession, 'userId' | 'passwordVersion'>;

export function newSession({ userId, passwordVersion }: SessionOwner, now: Date): StoredSession {
  const id = newId('session', now);
  return { id, userId, passwordVersion, createdAt: now.toISOString(), tokenId: id, replaced: [] };
}

const isRecent = (replacedAt: string, now: Date): boolean =>
  addSeconds(new Date(replacedAt), graceSeconds) > now;

/** Returns the session after a refresh: it has a new token, and remembers which tokens were replaced in the last seconds. */
export function refreshed(session: StoredSession, now: Date): StoredSession {
  const replaced = [
    ...session.replaced.filter(({ replacedAt }) => isRecent(replacedAt, now)),
    { tokenId: session.tokenId, replacedAt: now.toISOString() },
  ];
  return { ...session, tokenId: newId('session', now), replaced: replaced.slice(-maxReplaced) };
}

/** A session that is refreshed every day ends 30 days after its login, because no token is valid longer than its session. */
export function tokenExpiry({ createdAt }: Pick<StoredSession, 'createdAt'>, now: Date): Date {
  const sessionEnd = addSeconds(new Date(createdAt), sessionLifetimeSeconds);
  const tokenEnd = addSeconds(now, tokenLifetimeSeconds);
  return tokenEnd < sessionEnd ? tokenEnd : sessionEnd;
}

/** `replaced` is a token that was refreshed in the last 10 seconds, and `reused` one that was refreshed before that. */
type TokenState = 'current' | 'replaced' | 'reused';

export function tokenState(session: StoredSession, tokenId: string, now: Date): TokenState {
  if (tokenId === session.tokenId) return 'current';
  const replaced = session.replaced.find((token) => token.tokenId === tokenId);
  return replaced !== undefined && isRecent(replaced.replacedAt, now) ? 'replaced' : 'reused';
}

/** The claims of an access token. */
export interface TokenFacts {
  /** The user or the creator. */
  readonly subject: string;
  readonly tokenId: string;
  readonly expiresAt: Date;
  readonly claims: {
    readonly brandId: string;
    readonly accountId?: string;
    readonly role: CallerRole;
    readonly sid: string;
  };
}
