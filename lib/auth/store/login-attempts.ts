// Logging in: what an attempt is decided by, the failures that are counted, and the session that it begins.

import {
  addressBlock,
  knownAddressSeconds,
  failureLimits,
  tooManyLoginFailures,
  windowOf,
  windowSeconds,
} from '#lib/auth/rules/login-limits.ts';
import { normalizeEmail, type StoredCredentials, storedCredentials } from '#lib/auth/schema.ts';
import { afterSeconds, epochSeconds } from '#lib/shared/dates.ts';
import { unauthenticated } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';
import { createSessionWrite } from './sessions.ts';

/** One attempt to log in: what is known about the account, and the failures that count against it. */
export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  readonly credentials: StoredCredentials | undefined;
  /** The counts of failures that this attempt, failing, would add to. */
  readonly failures: readonly { readonly key: Key; readonly limit: number }[];
}

/** Reads all that a login is decided by, in one call; a 429 where its failures are used up. */
export async function readLoginAttempt(
  emailInput: string,
  sourceIp: string,
  now: Date,
): Promise<LoginAttempt> {
  const email = normalizeEmail(emailInput);
  const address = addressBlock(sourceIp);
  const window = windowOf(now);
  const ofPair = { key: keys.accountFailures(email, address, window), limit: failureLimits.knownAddress };
  const ofStrangers = { key: keys.accountFailures(email, 'STRANGERS', window), limit: failureLimits.account };
  const ofAddress = { key: keys.addressFailures(address, window), limit: failureLimits.address };
  const [account, known, pairCount, strangerCount, addressCount] = await getItems([
    keys.credentials(email),
    keys.knownAddress(email, address),
    ofPair.key,
    ofStrangers.key,
    ofAddress.key,
  ]);
  const isKnown = known !== undefined && Number(known.expiresAt) > epochSeconds(now);
  const counts = isKnown
    ? [{ ...ofPair, item: pairCount }]
    : [
        { ...ofStrangers, item: strangerCount },
        { ...ofAddress, item: addressCount },
      ];
  if (counts.some(({ item, limit }) => Number(item?.failures ?? 0) >= limit)) throw tooManyLoginFailures(now);
  const credentials = account === undefined ? undefined : storedCredentials.parse(account);
  return { email, address, credentials, failures: counts.map(({ key, limit }) => ({ key, limit })) };
}

const underLimit = 'attribute_not_exists(#failures) OR #failures < :limit';

/**
 * Counts a failure. The bound is part of the write: of any number of guesses sent at once, only as many as the limit
 * allows are told that they were wrong, the others get the 429 whether they were wrong or not.
 */
export const recordLoginFailure = ({ failures }: LoginAttempt, now: Date): Promise<void> =>
  transact(
    failures.map(({ key, limit }) => ({
      kind: 'update',
      key,
      update: 'ADD #failures :one SET #expiresAt = :expiresAt',
      condition: underLimit,
      values: { one: 1, limit, expiresAt: epochSeconds(afterSeconds(now, 2 * windowSeconds)) },
      refused: () => tooManyLoginFailures(now),
    })),
  );

/** Demands that the password has not been changed, nor the user removed, while it was checked. */
const credentialsStill = (email: string, passwordHash: string): Write => ({
  kind: 'check',
  key: keys.credentials(email),
  condition: '#passwordHash = :passwordHash',
  values: { passwordHash },
  refused: () => unauthenticated('Invalid credentials'),
});

/** Begins a session and remembers the address, if the failures still allow it. */
export const createSession = (
  id: string,
  attempt: LoginAttempt,
  credentials: StoredCredentials,
  now: Date,
): Promise<void> =>
  transact([
    ...attempt.failures.map(
      ({ key, limit }): Write => ({
        kind: 'check',
        key,
        condition: underLimit,
        values: { limit },
        refused: () => tooManyLoginFailures(now),
      }),
    ),
    credentialsStill(attempt.email, credentials.passwordHash),
    createSessionWrite(credentials, id, now),
    {
      kind: 'put',
      item: {
        ...keys.knownAddress(attempt.email, attempt.address),
        expiresAt: epochSeconds(afterSeconds(now, knownAddressSeconds)),
      },
    },
  ]);
