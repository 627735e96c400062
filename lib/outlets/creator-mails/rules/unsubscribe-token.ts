// Signs and checks the tokens with which a creator turns off a kind of e-mails. They do not expire, because e-mails are kept for years.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#lib/access/auth/rules/keyed-hash.ts';
import { type OptionalMailKind, optionalMailKinds } from '#lib/access/email/rules/creator-mail-kinds.ts';

interface Subject {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly kind: OptionalMailKind;
}

const macOf = (key: Uint8Array, { brandId, affiliateId, kind }: Subject): string =>
  keyedHash(key, 'unsubscribe', brandId, affiliateId, kind);

export const unsubscribeToken = (key: Uint8Array, subject: Subject): string =>
  [subject.brandId, subject.affiliateId, subject.kind, macOf(key, subject)].join('.');

const pattern =
  /^(?<brandId>(?:brd|tst)_[0-9A-Z]{26})\.(?<affiliateId>aff_[0-9A-Z]{26})\.(?<kind>\w+)\.(?<mac>[\w-]{22})$/;

/** Returns what a token names, and its signature, which is not checked here. Undefined for another text. */
function parse(token: string): { readonly subject: Subject; readonly mac: string } | undefined {
  const { brandId = '', affiliateId = '', kind: named, mac = '' } = pattern.exec(token)?.groups ?? {};
  const kind = optionalMailKinds.find((one) => one === named);
  return kind && { subject: { brandId, affiliateId, kind }, mac };
}

/** The brand that a token names, whether or not the service has signed it. Undefined for another text. */
export const brandNamedIn = (token: string): string | undefined => parse(token)?.subject.brandId;

/** Returns undefined for a token that the service has not signed. */
export function verifyUnsubscribeToken(key: Uint8Array, token: string): Subject | undefined {
  const parsed = parse(token);
  if (parsed === undefined) return undefined;
  const { subject, mac } = parsed;
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, subject))) ? subject : undefined;
}
