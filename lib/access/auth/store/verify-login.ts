// Verifies the password and the second factor of a login, after `beginLogin` has counted it.
import { verifyPassword } from '#lib/access/auth/rules/passwords.ts';
import { useProof } from '#lib/access/auth/rules/second-factor.ts';
import type { SecondFactor, SecondFactorProof } from '#lib/access/auth/schema/second-factor.ts';
import type { StoredCredentials } from '#lib/access/auth/schema.ts';
import { unauthenticated } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { type LoginAttempt, undoFailure } from './login-attempts.ts';

/** Throws a 401 with `message` if the password is wrong or the account does not exist. */
export async function verifiedCredentials(
  { credentials }: LoginAttempt,
  password: string,
  message: string,
): Promise<StoredCredentials> {
  const matches = await verifyPassword(password, credentials?.passwordHash);
  if (matches && credentials !== undefined) {
    logger.countEvent('PasswordAccepted');
    return credentials;
  }
  logger.countEvent('LoginFailed');
  throw unauthenticated('credentials_invalid', message);
}

/**
 * Returns the second factor after its proof was used, or undefined if the user has none. A missing proof is no failed login,
 * because clients first send only the password. A wrong one is.
 */
export async function verifiedSecondFactor(
  { secondFactor }: StoredCredentials,
  proof: SecondFactorProof,
  attempt: LoginAttempt,
  now: Date,
): Promise<SecondFactor | undefined> {
  if (secondFactor === undefined) return undefined;
  if (proof.code === undefined && proof.recoveryCode === undefined) {
    await transact(undoFailure(attempt));
    throw unauthenticated(
      'second_factor_required',
      'Send `code` of your authenticator app, or `recoveryCode`, with the login',
    );
  }
  const used = useProof(secondFactor, proof, now);
  if (used !== undefined) return used;
  logger.countEvent('LoginFailed');
  throw secondFactorInvalid();
}

const secondFactorInvalid = () =>
  unauthenticated(
    'second_factor_invalid',
    'The code is wrong or was already used. Send the current code, or another recovery code',
  );
