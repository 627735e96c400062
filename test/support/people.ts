// Creates users with a password and a session, and the one-time links that their e-mails contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSession } from '#lib/access/auth/rules/sessions.ts';
import { createSessionWrite } from '#lib/access/auth/store/sessions.ts';
import { signToken } from '#lib/access/auth/store/sign-token.ts';
import { newUser } from '#lib/access/brands/rules/new-brand.ts';
import { addInvitedUser, addUser } from '#lib/access/brands/writes.ts';
import { oneTimeToken } from '#lib/access/email/rules/one-time-tokens.ts';
import type { LinkSubject } from '#lib/access/email/schema.ts';
import { createLinkKey } from '#lib/access/email/store/link-key.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { unsubscribeToken } from '#lib/outlets/creator-mails/rules/unsubscribe-token.ts';
import { cheapHash } from './accounts.ts';
import { unusedEmail } from './creations-with.ts';
import { type PersonInput, password } from './situations.ts';

/** Creates a user without a session. */
export async function createUserItem(
  brandId: string,
  { role = 'member', status = 'active' }: PersonInput = {},
): Promise<StoredUser> {
  const user = newUser(brandId, { email: unusedEmail(), role, status }, now());
  await transact(status === 'active' ? addUser(user, cheapHash(password)) : addInvitedUser(user));
  return user;
}

export async function createPerson(brandId: string, input: PersonInput = {}) {
  const at = now();
  const user = await createUserItem(brandId, input);
  const session = newSession({ userId: user.id, passwordVersion: 0 }, at);
  await transact([createSessionWrite(brandId, session, at)]);
  return { user, token: await signToken({ brandId, role: user.role, session }, at) };
}

/** Returns the token of the link that an e-mail to the user would contain. */
export async function linkTokenOf(
  { brandId, id: userId, passwordVersion }: Pick<StoredUser, 'brandId' | 'id' | 'passwordVersion'>,
  purpose: LinkSubject['purpose'],
  seconds = 60,
): Promise<string> {
  const expiresAt = addSeconds(now(), seconds).toISOString();
  return oneTimeToken(await createLinkKey(), { purpose, brandId, userId, passwordVersion, expiresAt });
}

/** Returns the token that turns off the digest of a creator. */
export const unsubscribeTokenOf = async (creator: {
  readonly brandId: string;
  readonly affiliateId: string;
}): Promise<string> => unsubscribeToken(await createLinkKey(), { ...creator, kind: 'dailyDigest' });

const filesTo = (address: string): readonly string[] => {
  const { EMAIL_DIRECTORY: directory = '' } = environment;
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).filter((file) => file.endsWith('.txt'));
  return files
    .map((file) => join(directory, file))
    .filter((file) => readFileSync(file, 'utf8').startsWith(`To: ${address}\n`));
};

/** Returns the text of each e-mail that was sent to the address, in no particular order. */
export const emailsTo = (address: string): readonly string[] =>
  filesTo(address).map((file) => readFileSync(file, 'utf8'));

/** Returns the HTML of each e-mail that was sent to the address, in no particular order. */
export const emailPagesTo = (address: string): readonly string[] =>
  filesTo(address).map((file) => readFileSync(file.replace(/txt$/, 'html'), 'utf8'));

export const tokenIn = (text: string): string => /#\w+=(\S+)/.exec(text)?.[1] ?? '';
