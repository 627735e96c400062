// Changes passwords: with the current one, or with a one-time link.
import type { UserCaller } from '#lib/access/auth/rules/caller.ts';
import { hashPassword } from '#lib/access/auth/rules/passwords.ts';
import { sessionContinues, sessionKey, tokenRevoked } from '#lib/access/auth/writes.ts';
import { isValidLink, parseToken } from '#lib/access/email/rules/one-time-tokens.ts';
import type { LinkSubject } from '#lib/access/email/schema.ts';
import { queueEmail } from '#lib/access/email/writes.ts';
import type { TokenAndPassword } from '#lib/access/users/schema/passwords.ts';
import { type StoredUser, storedUser } from '#lib/access/users/schema/stored.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import { updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
import { acceptInvitation, invalidLink } from './accept-invitation.ts';
import { type LoginAttempt, undoFailure } from './login-attempts.ts';
import { verifiedCredentials } from './verify-login.ts';

type PasswordOwner = Pick<StoredUser, 'id' | 'brandId' | 'email' | 'passwordVersion'>;

/** Ends all sessions of the user, and makes all links invalid that were sent before. */
function changeWrites(user: PasswordOwner, passwordHash: string, refused: () => Error): readonly Write[] {
  const { brandId, id, email, passwordVersion } = user;
  const unchanged = { condition: '#passwordVersion = :was', values: { was: passwordVersion } };
  const set = { passwordVersion: passwordVersion + 1 };
  return [
    updateExisting(keys.credentials(email), { set: { ...set, passwordHash }, ...unchanged }, refused),
    updateExisting(keys.item(brandId, 'user', id), { set, ...unchanged }, refused),
  ];
}

const notice = ({ brandId, email: to }: Pick<PasswordOwner, 'brandId' | 'email'>, now: Date): Write =>
  queueEmail({ kind: 'passwordChanged', brandId, to, brandName: '', link: null }, now);

/** Sets the password of the user of a one-time link. Throws a 400 if the link is not valid, and of concurrent calls, all but one. */
export async function usePasswordLink(
  purpose: LinkSubject['purpose'],
  { token, password }: TokenAndPassword,
  now: Date,
): Promise<void> {
  const claimed = parseToken(token);
  if (claimed === undefined) throw invalidLink();
  const [keyItem, item] = await Promise.all([
    getItem(emailKeys.linkKey()),
    getItem(keys.item(claimed.brandId, 'user', claimed.userId)),
  ]);
  if (keyItem === undefined || item === undefined) throw invalidLink();
  const user = storedUser.parse(item);
  const key = Buffer.from(String(keyItem.secret), 'base64url');
  if (!isValidLink(key, claimed, { purpose, passwordVersion: user.passwordVersion }, now))
    throw invalidLink();
  if (purpose === 'invitation') return acceptInvitation(user, password);
  await transact([...changeWrites(user, await hashPassword(password), invalidLink), notice(user, now)]);
}

/** Ends all sessions of the user but the caller's. Throws a 401 if the current password is wrong. */
export async function changePassword(
  caller: UserCaller,
  passwords: { readonly currentPassword: string; readonly newPassword: string },
  attempt: LoginAttempt,
  now: Date,
): Promise<void> {
  const { brand, session, userId } = caller;
  const { email } = attempt;
  const message = 'The current password is wrong';
  const credentials = await verifiedCredentials(attempt, passwords.currentPassword, message);
  const user = { id: userId, brandId: brand.id, email, passwordVersion: credentials.passwordVersion };
  const keepSession = updateExisting(
    sessionKey(brand.id, session),
    { set: { passwordVersion: user.passwordVersion + 1 } },
    tokenRevoked,
  );
  const writes = [
    ...changeWrites(user, await hashPassword(passwords.newPassword), tokenRevoked),
    keepSession,
    ...undoFailure(attempt),
    notice(user, now),
  ];
  await transact(withPreconditions(writes, sessionContinues(caller)));
}
