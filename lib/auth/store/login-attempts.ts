// Counts logins before their passwords are checked, and creates the session of a successful login.
import { challengeSeconds, newChallenge, solvedChallenge } from '#lib/auth/rules/login-challenges.ts';
import {
  challengeRequired,
  difficultyAfter,
  failuresAdmitting,
  knownAddressSeconds,
  windowSeconds,
} from '#lib/auth/rules/login-limits.ts';
import type { SecondFactor } from '#lib/auth/schema/second-factor.ts';
import type { CredentialsInput, StoredCredentials, StoredSession } from '#lib/auth/schema.ts';
import { addressHashOf } from '#lib/brands/rules/address-hash.ts';
import { storedBrand } from '#lib/brands/schema.ts';
import { recordEntry } from '#lib/events/writes.ts';
import { addSeconds, epochSeconds } from '#lib/shared/dates.ts';
import { normalizeEmail } from '#lib/shared/email-addresses.ts';
import { unauthenticated } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { putNew, updateExisting, type Write } from '#lib/table/writes/write.ts';
import { loginKey } from './login-key.ts';
import { type Counter, failuresIn, type LoginState, readLoginState } from './login-state.ts';
import { createSessionWrite } from './sessions.ts';

export type LoginAttempt = LoginState & {
  readonly email: string;
  /** The keyed hash of the address, for the audit trail of the account's brand. */
  readonly addressHash: string | undefined;
};

/** Refuses the login with a challenge of at least this difficulty. */
type Refuse = (difficulty: number) => Error;

const countFailure = ({ key, free }: Counter, proven: number, refuse: Refuse, now: Date): Write => ({
  kind: 'update',
  key,
  update: 'ADD #failures :one SET #expiresAt = :expiresAt',
  condition: 'attribute_not_exists(#failures) OR #failures < :limit',
  values: {
    one: 1,
    limit: failuresAdmitting(proven, free),
    expiresAt: epochSeconds(addSeconds(now, 2 * windowSeconds)),
  },
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
  const [[brand]] = await Promise.all([
    getItems([keys.brand(state.credentials?.brandId ?? 'none')]),
    counting,
  ]);
  return { ...state, email, addressHash: brand && addressHashOf(storedBrand.parse(brand), sourceIp) };
}

/**
 * Refuses the login if the password was changed, the user was removed, or all sessions of the user were ended while the password
 * was verified.
 */
const credentialsUnchanged = (email: string, { passwordHash, passwordVersion }: StoredCredentials) => ({
  key: keys.credentials(email),
  condition:
    '#passwordHash = :passwordHash AND (#passwordVersion = :version OR attribute_not_exists(#passwordVersion))',
  values: { passwordHash, version: passwordVersion },
  refused: (existing: Item | undefined) =>
    existing?.passwordHash === passwordHash
      ? unauthenticated('token_revoked', 'Token revoked')
      : unauthenticated('credentials_invalid', 'Invalid credentials'),
});

/** The result of a verified login. `usedFactor` is the second factor after its code was used. */
interface Verified {
  readonly credentials: StoredCredentials;
  readonly usedFactor: SecondFactor | undefined;
}

/** Marks the code of the second factor as used. A second login with the code, or one without a code meanwhile, is refused. */
function useCredentials(email: string, { credentials, usedFactor }: Verified): Write {
  const unchanged = credentialsUnchanged(email, credentials);
  if (usedFactor === undefined)
    return {
      ...unchanged,
      kind: 'check',
      condition: `${unchanged.condition} AND attribute_not_exists(#secondFactor)`,
    };
  return {
    ...unchanged,
    kind: 'update',
    update: 'SET #secondFactor = :used',
    condition: `${unchanged.condition} AND #secondFactor = :factor`,
    values: { ...unchanged.values, used: usedFactor, factor: credentials.secondFactor },
  };
}

/** Takes back the failure that `beginLogin` has counted. */
export const undoFailure = ({ counters }: Pick<LoginAttempt, 'counters'>): readonly Write[] =>
  counters.map(({ key }) =>
    updateExisting(key, { update: 'ADD #failures :minusOne', values: { minusOne: -1 } }),
  );

/** Also takes back the failure that `beginLogin` has counted, and remembers the address of the login. */
export function createSession(
  session: StoredSession,
  { email, knownAddress, counters }: LoginAttempt,
  verified: Verified,
  now: Date,
): Promise<void> {
  const { brandId, userId } = verified.credentials;
  const data = { sessionId: session.id };
  return transact([
    recordEntry({ brandId, type: 'session.created', resourceId: userId, data }, now),
    useCredentials(email, verified),
    ...undoFailure({ counters }),
    createSessionWrite(verified.credentials.brandId, session, now),
    {
      kind: 'put',
      item: { ...knownAddress, expiresAt: epochSeconds(addSeconds(now, knownAddressSeconds)) },
    },
  ]);
}
