// Signs and checks the tokens of one-time links. A token is valid until it expires or the user's password version changes.
// A token of a creator has the id of the creator and the session version instead (creator-links.ts).
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#lib/access/auth/rules/keyed-hash.ts';
import type { CreatorLink, LinkSubject } from '#lib/access/email/schema.ts';

type LinkPurpose = LinkSubject['purpose'] | CreatorLink['purpose'];

/** Purposes keep links of users and of creators apart. */
type Signed = Omit<LinkSubject, 'purpose'> & { readonly purpose: LinkPurpose };

const macOf = (key: Uint8Array, { purpose, brandId, userId, passwordVersion, expiresAt }: Signed) =>
  keyedHash(key, purpose, brandId, userId, String(passwordVersion), expiresAt);

/** Contains no e-mail address. Equal subjects have equal tokens, so an e-mail that is sent again has the same link. */
export function oneTimeToken(key: Uint8Array, subject: Signed): string {
  const expires = Date.parse(subject.expiresAt).toString(36);
  return [subject.brandId, subject.userId, expires, macOf(key, subject)].join('.');
}

const pattern =
  /^(?<brandId>(?:brd|tst)_[0-9A-Z]{26})\.(?<userId>(?:usr|aff)_[0-9A-Z]{26})\.(?<expires>[0-9a-z]{6,9})\.(?<mac>[\w-]{22})$/;

export type ClaimedLink = Pick<LinkSubject, 'brandId' | 'userId' | 'expiresAt'> & { readonly mac: string };

/** Returns what the token claims, unverified, or undefined if it is malformed. */
export function parseToken(token: string): ClaimedLink | undefined {
  const { brandId, userId, expires, mac } = pattern.exec(token)?.groups ?? {};
  if (brandId === undefined || userId === undefined || expires === undefined || mac === undefined)
    return undefined;
  const expiresAt = new Date(Number.parseInt(expires, 36));
  return Number.isNaN(expiresAt.getTime())
    ? undefined
    : { brandId, userId, expiresAt: expiresAt.toISOString(), mac };
}

/** `passwordVersion` is the current one of the user, so a token of an earlier version is not valid. */
export function isValidLink(
  key: Uint8Array,
  { mac, ...claimed }: ClaimedLink,
  { purpose, passwordVersion }: Pick<Signed, 'purpose' | 'passwordVersion'>,
  now: Date,
): boolean {
  const expected = macOf(key, { ...claimed, purpose, passwordVersion });
  return (
    timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) && Date.parse(claimed.expiresAt) > now.getTime()
  );
}
