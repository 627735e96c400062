// Reads the state of a login attempt, counts failed logins, and creates the session of a successful login.
import {
  addressBlock,
  failureLimits,
  knownAddressSeconds,
  tooManyLoginFailures,
  windowOf,
  windowSeconds,
} from '#lib/auth/rules/login-limits.ts';
import { type StoredCredentials, type StoredSession, storedCredentials } from '#lib/auth/schema.ts';
import { addSeconds, epochSeconds } from '#lib/shared/dates.ts';
import { normalizeEmail } from '#lib/shared/email-addresses.ts';
import { unauthenticated } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';
import { createSessionWrite } from './sessions.ts';

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  readonly credentials: StoredCredentials | undefined;
  readonly counters: readonly { readonly key: Key; readonly limit: number }[];
}

/** Throws a 429 if a failure counter has reached its limit. */
export async function readLoginAttempt(
  emailInput: string,
  sourceIp: string,
  now: Date,
): Promise<LoginAttempt> {
  const email = normalizeEmail(emailInput);
  const address = addressBlock(sourceIp);
  const window = windowOf(now);
  const knownAddress = {
    key: keys.accountFailures(email, address, window),
    limit: failureLimits.knownAddress,
  };
  const unknownAddresses = {
    key: keys.accountFailures(email, 'STRANGERS', window),
    limit: failureLimits.account,
  };
  const anyAccount = { key: keys.addressFailures(address, window), limit: failureLimits.address };
  const [account, known, knownAddressItem, unknownAddressesItem, anyAccountItem] = await getItems([
    keys.credentials(email),
    keys.knownAddress(email, address),
    knownAddress.key,
    unknownAddresses.key,
    anyAccount.key,
  ]);
  const isKnown = known !== undefined && Number(known.expiresAt) > epochSeconds(now);
  const counters = isKnown
    ? [{ ...knownAddress, item: knownAddressItem }]
    : [
        { ...unknownAddresses, item: unknownAddressesItem },
        { ...anyAccount, item: anyAccountItem },
      ];
  if (counters.some(({ item, limit }) => Number(item?.failures ?? 0) >= limit))
    throw tooManyLoginFailures(now);
  const credentials = account === undefined ? undefined : storedCredentials.parse(account);
  return { email, address, credentials, counters: counters.map(({ key, limit }) => ({ key, limit })) };
}

const underLimit = 'attribute_not_exists(#failures) OR #failures < :limit';

/** The condition checks the limit again, because concurrent attempts may all have read a counter below the limit. */
export const recordLoginFailure = ({ counters }: LoginAttempt, now: Date): Promise<void> =>
  transact(
    counters.map(({ key, limit }) => ({
      kind: 'update',
      key,
      update: 'ADD #failures :one SET #expiresAt = :expiresAt',
      condition: underLimit,
      values: { one: 1, limit, expiresAt: epochSeconds(addSeconds(now, 2 * windowSeconds)) },
      refused: () => tooManyLoginFailures(now),
    })),
  );

/**
 * Refuses the login if the password was changed, the user was removed, or all sessions of the user were ended while the password
 * was verified.
 */
const credentialsUnchanged = ({ email, passwordHash, passwordVersion }: StoredCredentials): Write => ({
  kind: 'check',
  key: keys.credentials(email),
  condition:
    '#passwordHash = :passwordHash AND (#passwordVersion = :version OR attribute_not_exists(#passwordVersion))',
  values: { passwordHash, version: passwordVersion },
  refused: (existing) =>
    unauthenticated(existing?.passwordHash === passwordHash ? 'Token revoked' : 'Invalid credentials'),
});

export const createSession = (
  session: StoredSession,
  attempt: LoginAttempt,
  credentials: StoredCredentials,
  now: Date,
): Promise<void> =>
  transact([
    ...attempt.counters.map(
      ({ key, limit }): Write => ({
        kind: 'check',
        key,
        condition: underLimit,
        values: { limit },
        refused: () => tooManyLoginFailures(now),
      }),
    ),
    credentialsUnchanged(credentials),
    createSessionWrite(credentials.brandId, session, now),
    {
      kind: 'put',
      item: {
        ...keys.knownAddress(attempt.email, attempt.address),
        expiresAt: epochSeconds(addSeconds(now, knownAddressSeconds)),
      },
    },
  ]);
