// Records failed logins in the audit trail of the account's brand.

import { recordEntry } from '#lib/access/audit-entries/writes.ts';
import { isFailureRecorded, windowOf } from '#lib/access/auth/rules/login-limits.ts';
import { currentActor, setActor } from '#lib/foundation/shared/actor.ts';
import { addSeconds, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { addressWrites } from './login-address.ts';
import type { LoginAttempt } from './login-attempts.ts';

const dummySeconds = 60;

/** The same number of writes for a failure without an entry, so that nobody can tell from the time whether an account exists. */
const dummy = (email: string, now: Date): Write => ({
  kind: 'put',
  item: { ...keys.failedLogin(email), expiresAt: epochSeconds(addSeconds(now, dummySeconds)) },
});

/** The id contains the count, so that parallel failures cannot record more entries than sequential ones. */
function entryOf({ credentials, counters }: LoginAttempt, now: Date): Write | undefined {
  const failures = (counters[0]?.failures ?? 0) + 1;
  if (credentials === undefined || !isFailureRecorded(failures)) return undefined;
  const { brandId, userId } = credentials;
  const from = counters.length === 1 ? 'knownAddress' : 'unknownAddress';
  const id = [userId, windowOf(now), from, failures].join('.');
  return recordEntry(
    { brandId, type: 'session.failed', resourceId: userId, data: { from, failures }, id },
    now,
  );
}

const isFailure = (error: unknown): boolean =>
  error instanceof DomainError && ['credentials_invalid', 'second_factor_invalid'].includes(error.code);

/** Verifies a login. Also names the address and, after a success, the user as the actor of the entries of the login. */
export async function asLogin<Result extends { readonly userId: string }>(
  attempt: LoginAttempt,
  now: Date,
  verify: () => Promise<Result>,
): Promise<Result> {
  const { addressHash, email } = attempt;
  setActor({ ...currentActor(), addressHash });
  try {
    const result = await verify();
    setActor({ ...currentActor(), id: result.userId });
    return result;
  } catch (error) {
    if (isFailure(error)) {
      const brandId = attempt.credentials?.brandId ?? '';
      await transact([
        entryOf(attempt, now) ?? dummy(email, now),
        ...addressWrites(brandId, attempt.address, now),
      ]);
    }
    throw error;
  }
}
