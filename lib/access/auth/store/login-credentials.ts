// Uses the credentials of a verified login, unless they have changed meanwhile.
import type { SecondFactor } from '#lib/access/auth/schema/second-factor.ts';
import type { StoredCredentials } from '#lib/access/auth/schema.ts';
import { unauthenticated } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';

/**
 * Refuses the login if the password was changed, the user was removed, or all sessions of the user were ended while the password
 * was verified.
 */
const credentialsUnchanged = (email: string, { passwordHash, passwordVersion }: StoredCredentials) => ({
  key: keys.credentials(email),
  condition: '#passwordHash = :passwordHash AND #passwordVersion = :version',
  values: { passwordHash, version: passwordVersion },
  refused: (existing: Item | undefined) =>
    existing?.passwordHash === passwordHash
      ? unauthenticated('token_revoked', 'Token revoked')
      : unauthenticated('credentials_invalid', 'Invalid credentials'),
});

/** The result of a verified login. `usedFactor` is the second factor after its code was used. */
export interface Verified {
  readonly credentials: StoredCredentials;
  readonly usedFactor: SecondFactor | undefined;
}

/** Marks the code of the second factor as used. A second login with the code, or one without a code meanwhile, is refused. */
export function useCredentials(email: string, { credentials, usedFactor }: Verified): Write {
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
    set: { secondFactor: usedFactor },
    condition: `${unchanged.condition} AND #secondFactor = :factor`,
    values: { ...unchanged.values, factor: credentials.secondFactor },
  };
}
