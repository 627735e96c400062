// Counts logins before their passwords are checked, and creates the session of a successful login.

import { recordEntry } from '#lib/access/audit-entries/writes.ts';
import { challengeSeconds, newChallenge, solvedChallenge } from '#lib/access/auth/rules/login-challenges.ts';
import {
  challengeRequired,
  difficultyAfter,
  failuresAdmitting,
  knownAddressSeconds,
  windowSeconds,
} from '#lib/access/auth/rules/login-limits.ts';
import type { CredentialsInput } from '#lib/access/auth/schema/endpoints.ts';
import type { StoredSession } from '#lib/access/auth/schema.ts';
import { addressHashOf } from '#lib/access/brands/rules/address-hash.ts';
import { storedBrand } from '#lib/access/brands/schema.ts';
import { addSeconds, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { incrementExisting, putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import { addressWrites } from './login-address.ts';
import { useCredentials, type Verified } from './login-credentials.ts';
import { loginKey } from './login-key.ts';
import { type Counter, failuresIn, type LoginState, readLoginState } from './login-state.ts';
import { createSessionWrite } from './sessions.ts';

export type LoginAttempt = LoginState & {
  readonly email: string;
  /** The keyed hash of the address, for the audit trail of the account's brand. */
  readonly addressHash: string | undefined;
  /** The address itself, if the brand wants to see it in the audit trail. */
  readonly address: string | undefined;
};

/** Refuses the login with a challenge of at least this difficulty. */
type Refuse = (difficulty: number) => Error;

const countFailure = ({ key, free }: Counter, proven: number, refuse: Refuse, now: Date): Write => ({
  kind: 'update',
  key,
  set: { expiresAt: epochSeconds(addSeconds(now, 2 * windowSeconds)) },
  add: { failures: 1 },
  condition: 'attribute_not_exists(#failures) OR #failures < :limit',
  values: { limit: failuresAdmitting(proven, free) },
  refused: (existing) => refuse(difficultyAfter(failuresIn(existing), free)),
});

const useChallenge = (email: string, id: string, refuse: Refuse, now: Date): Write =>
  putNew(
    { ...keys.usedChallenge(email, id), expiresAt: epochSeconds(addSeconds(now, challengeSeconds)) },
    () => refuse(0),
  );

/**
 * Counts the login as failed until it succeeds, so that parallel guesses cost no more password hashes than sequential ones.
 * Throws a 429 with a challenge if there are too many failures for the work that the login has done.
 */
export async function beginLogin(
  input: CredentialsInput,
  sourceIp: string,
  now: Date,
): Promise<LoginAttempt> {
  const email = normalizeEmail(input.email);
  const key = await loginKey();
  const state = await readLoginState(key, email, sourceIp, now);
  const required = Math.max(...state.counters.map(({ failures, free }) => difficultyAfter(failures, free)));
  const refuse: Refuse = (difficulty) =>
    challengeRequired(newChallenge(key, email, Math.max(difficulty, required), now), now);
  const solved = required === 0 ? undefined : solvedChallenge(key, email, input.challenge, now);
  const proven = solved?.difficulty ?? 0;
  if (proven < required) throw refuse(required);
  const counting = transact([
    ...state.counters.map((counter) => countFailure(counter, proven, refuse, now)),
    ...(solved === undefined ? [] : [useChallenge(email, solved.id, refuse, now)]),
  ]);
  // Read at the same time, also for an unknown address, so that the login takes as long as for an account.
  const [[brandItem]] = await Promise.all([
    getItems([keys.brand(state.credentials?.brandId ?? 'none')]),
    counting,
  ]);
  const brand = brandItem && storedBrand.parse(brandItem);
  const address = brand?.auditAddresses === 'clear' ? sourceIp : undefined;
  return { ...state, email, addressHash: brand && addressHashOf(brand, sourceIp), address };
}

/** Takes back the failure that `beginLogin` has counted. */
export const undoFailure = ({ counters }: Pick<LoginAttempt, 'counters'>): readonly Write[] =>
  counters.map(({ key }) => incrementExisting(key, { failures: -1 }));

/** Also takes back the failure that `beginLogin` has counted, and remembers the address of the login. */
export function createSession(
  session: StoredSession,
  { email, knownAddress, counters, address }: LoginAttempt,
  verified: Verified,
  now: Date,
): Promise<void> {
  const { brandId, userId } = verified.credentials;
  const data = { sessionId: session.id };
  return transact([
    recordEntry({ brandId, type: 'session.created', resourceId: userId, data }, now),
    ...addressWrites(brandId, address, now),
    useCredentials(email, verified),
    ...undoFailure({ counters }),
    createSessionWrite(verified.credentials.brandId, session, now),
    {
      kind: 'put',
      item: { ...knownAddress, expiresAt: epochSeconds(addSeconds(now, knownAddressSeconds)) },
    },
  ]);
}
