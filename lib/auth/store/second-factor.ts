// Turns the second factor of a user on and off.
import type { UserCaller } from '#lib/auth/rules/caller.ts';
import { counterOf, newRecoveryCodes, newSecret, otpauthUri } from '#lib/auth/rules/second-factor.ts';
import { type StoredCredentials, storedCredentials } from '#lib/auth/schema.ts';
import type { EmailKind } from '#lib/email/schema.ts';
import { queueEmail } from '#lib/email/writes.ts';
import { conflict, invalidField, unauthenticated } from '#lib/shared/errors.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { updateExisting, type Write } from '#lib/table/writes/write.ts';
import { type LoginAttempt, undoFailure } from './login-attempts.ts';

const alreadyOn = () =>
  conflict(
    'second_factor_enabled',
    'The second factor is on. Turn it off first: `DELETE /auth/second-factor`',
  );
const notBegun = () =>
  conflict(
    'second_factor_not_begun',
    'Begin with `POST /auth/second-factor`, and send a code of the new secret',
  );
const changedMeanwhile = () => unauthenticated('token_revoked', 'Token revoked');

const flagUser = ({ brand, userId }: UserCaller, hasSecondFactor: boolean): Write =>
  updateExisting(
    keys.item(brand.id, 'user', userId),
    { update: 'SET #hasSecondFactor = :hasSecondFactor', values: { hasSecondFactor } },
    changedMeanwhile,
  );

const notice = ({ email: to, brand }: UserCaller, kind: EmailKind, now: Date): Write =>
  queueEmail({ kind, brandId: brand.id, to, brandName: '', link: null }, now);

/** Stores a new secret, which counts only after it is confirmed. The password was verified. */
export async function beginSecondFactor(
  { email }: UserCaller,
  credentials: StoredCredentials,
  attempt: LoginAttempt,
): Promise<{ secret: string; uri: string }> {
  if (credentials.secondFactor !== undefined) {
    await transact(undoFailure(attempt));
    throw alreadyOn();
  }
  const secret = newSecret();
  const change = {
    update: 'SET #pendingSecret = :secret',
    condition: 'attribute_not_exists(#secondFactor)',
    values: { secret },
  };
  await transact([updateExisting(keys.credentials(email), change, alreadyOn), ...undoFailure(attempt)]);
  return { secret, uri: otpauthUri(secret, email) };
}

/** Turns the second factor on, and returns the recovery codes, which are stored only as hashes. */
export async function confirmSecondFactor(caller: UserCaller, code: string, now: Date): Promise<string[]> {
  const key = keys.credentials(caller.email);
  const item = await getItem(key);
  if (item === undefined) throw changedMeanwhile();
  const { pendingSecret: secret, secondFactor } = storedCredentials.parse(item);
  if (secondFactor !== undefined) throw alreadyOn();
  if (secret === undefined) throw notBegun();
  const lastCounter = counterOf(secret, code, now);
  if (lastCounter === undefined)
    throw invalidField('code', 'Must be the current code of the authenticator app for the new secret');
  const { codes, hashes } = newRecoveryCodes();
  const change = {
    update: 'SET #secondFactor = :factor REMOVE #pendingSecret',
    condition: '#pendingSecret = :secret',
    values: { secret, factor: { secret, lastCounter, recoveryCodes: hashes } },
  };
  await transact([
    updateExisting(key, change, notBegun),
    flagUser(caller, true),
    notice(caller, 'secondFactorEnabled', now),
  ]);
  return codes;
}

/** Turns the second factor off. The password and the second factor were verified. */
export function disableSecondFactor(
  caller: UserCaller,
  { secondFactor }: StoredCredentials,
  attempt: LoginAttempt,
  now: Date,
): Promise<void> {
  const change = {
    update: 'REMOVE #secondFactor',
    condition: '#secondFactor = :was',
    values: { was: secondFactor },
  };
  return transact([
    ...(secondFactor === undefined
      ? []
      : [updateExisting(keys.credentials(caller.email), change, changedMeanwhile)]),
    flagUser(caller, false),
    ...undoFailure(attempt),
    ...(secondFactor === undefined ? [] : [notice(caller, 'secondFactorDisabled', now)]),
  ]);
}
