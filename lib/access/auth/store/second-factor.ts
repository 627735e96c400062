// Turns the second factor of a user on and off.
import type { UserCaller } from '#lib/access/auth/rules/caller.ts';
import { counterOf, newRecoveryCodes, newSecret, otpauthUri } from '#lib/access/auth/rules/second-factor.ts';
import { type StoredCredentials, storedCredentials } from '#lib/access/auth/schema.ts';
import { sessionContinues, tokenRevoked } from '#lib/access/auth/writes.ts';
import type { EmailKind } from '#lib/access/email/schema.ts';
import { queueEmail } from '#lib/access/email/writes.ts';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { updateOrGetExisting } from '#lib/foundation/table/conditional.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import { withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import { updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
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

/** A guess is right with a probability of 3 in a million, because the codes of three periods are accepted. */
const maxGuesses = 5;
const tooManyGuesses = () =>
  conflict(
    'second_factor_not_begun',
    `${maxGuesses} codes were sent for this secret. Begin again with \`POST /auth/second-factor\``,
  );

const flagUser = ({ brand, userId }: UserCaller, hasSecondFactor: boolean): Write =>
  updateExisting(keys.item(brand.id, 'user', userId), { set: { hasSecondFactor } }, tokenRevoked);

const notice = ({ email: to, brand }: UserCaller, kind: EmailKind, now: Date): Write =>
  queueEmail({ kind, brandId: brand.id, to, brandName: '', link: null }, now);

/** Stores a new secret, which counts only after it is confirmed. The password was verified. */
export async function beginSecondFactor(
  caller: UserCaller,
  credentials: StoredCredentials,
  attempt: LoginAttempt,
): Promise<{ secret: string; uri: string }> {
  if (credentials.secondFactor !== undefined) {
    await transact(undoFailure(attempt));
    throw alreadyOn();
  }
  const { email } = caller;
  const secret = newSecret();
  const change = {
    set: { pendingSecret: secret },
    remove: ['pendingGuesses'],
    condition: 'attribute_not_exists(#secondFactor)',
  };
  const writes = [updateExisting(keys.credentials(email), change, alreadyOn), ...undoFailure(attempt)];
  await transact(withPreconditions(writes, sessionContinues(caller)));
  return { secret, uri: otpauthUri(secret, email) };
}

/** Counts a code before it is checked, so that parallel guesses are limited as well. Returns the pending secret. */
async function countGuess(key: Key): Promise<string> {
  const condition =
    'attribute_exists(#pendingSecret) AND (attribute_not_exists(#pendingGuesses) OR #pendingGuesses < :limit)';
  const { isRefused, before } = await updateOrGetExisting({
    Key: { ...key },
    ...toUpdateInput({ add: { pendingGuesses: 1 }, condition, values: { limit: maxGuesses } }),
  });
  if (before === undefined) throw tokenRevoked();
  const { pendingSecret, secondFactor } = storedCredentials.parse(before);
  if (secondFactor !== undefined) throw alreadyOn();
  if (pendingSecret === undefined) throw notBegun();
  if (isRefused) throw tooManyGuesses();
  return pendingSecret;
}

/** Turns the second factor on, and returns the recovery codes, which are stored only as hashes. */
export async function confirmSecondFactor(caller: UserCaller, code: string, now: Date): Promise<string[]> {
  const key = keys.credentials(caller.email);
  const secret = await countGuess(key);
  const lastCounter = counterOf(secret, code, now);
  if (lastCounter === undefined)
    throw invalidField('code', 'Must be the current code of the authenticator app for the new secret');
  const { codes, hashes } = newRecoveryCodes();
  const change = {
    set: { secondFactor: { secret, lastCounter, recoveryCodes: hashes } },
    remove: ['pendingSecret', 'pendingGuesses'],
    condition: '#pendingSecret = :secret',
    values: { secret },
  };
  const writes = [
    updateExisting(key, change, notBegun),
    flagUser(caller, true),
    notice(caller, 'secondFactorEnabled', now),
  ];
  await transact(withPreconditions(writes, sessionContinues(caller)));
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
    remove: ['secondFactor'],
    condition: '#secondFactor = :was',
    values: { was: secondFactor },
  };
  const writes = [
    ...(secondFactor === undefined
      ? []
      : [updateExisting(keys.credentials(caller.email), change, tokenRevoked)]),
    flagUser(caller, false),
    ...undoFailure(attempt),
    ...(secondFactor === undefined ? [] : [notice(caller, 'secondFactorDisabled', now)]),
  ];
  return transact(withPreconditions(writes, sessionContinues(caller)));
}
