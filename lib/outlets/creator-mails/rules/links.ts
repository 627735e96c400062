// Builds the addresses in e-mails to creators, and the tags of the e-mails.
import { hash } from 'node:crypto';
import type { Brand } from '#lib/access/brands/schema.ts';
import { creatorLinkUrl, portalUrl } from '#lib/access/email/rules/creator-links.ts';
import { isOptionalKind, type MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import type { StoredMail } from '#lib/outlets/creator-mails/schema/stored.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { linkSeconds, sessionVersionOf } from '#lib/program/creator-sessions/rules/session.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

interface Services {
  readonly key: Uint8Array;
  readonly apiUrl: string;
}

/** The page of the portal that an e-mail is about. Defaults to the first one. */
const pages: { readonly [Kind in StoredMail['kind']]?: readonly string[] } = {
  dailyDigest: ['commissions'],
  commissionApproved: ['commissions?status=approved'],
  commissionRejected: ['commissions?status=rejected'],
  payoutSent: ['payouts'],
  payoutDetailsMissing: ['payment-details'],
  payoutDetailsChanged: ['payment-details'],
  disputeAnswered: ['commissions', 'missing'],
};

/** The link of an e-mail that is sent again is the same. Undefined if the brand has no portal. */
export function urlOf(
  { kind, createdAt, brandId, affiliateId }: StoredMail,
  { slug, portal }: Brand,
  creator: Affiliate,
  { key, apiUrl }: Services,
): string | undefined {
  if (!portal.enabled) return undefined;
  if (kind !== 'invitation') return `${[portalUrl(apiUrl, slug), ...(pages[kind] ?? [])].join('/')}`;
  const purpose = 'creatorInvitation';
  const expiresAt = addSeconds(new Date(createdAt), linkSeconds[purpose]).toISOString();
  const sessionVersion = sessionVersionOf(creator);
  return creatorLinkUrl(key, { purpose, brandId, affiliateId, sessionVersion, expiresAt, slug }, apiUrl);
}

export function unsubscribeUrlOf(
  { kind, brandId, affiliateId }: StoredMail,
  language: MailLanguage,
  { key, apiUrl }: Services,
): string {
  if (!isOptionalKind(kind)) return '';
  const token = unsubscribeToken(key, { brandId, affiliateId, kind });
  return `${apiUrl}/mails/unsubscribe?token=${token}&language=${language}`;
}

const hashLength = 22;

/** The tags of an e-mail contain no address. */
export const addressHash = (email: string): string =>
  hash('sha256', normalizeEmail(email), 'base64url').slice(0, hashLength);

export const tagsOf = ({ brandId, affiliateId }: StoredMail, to: string) => ({
  brandId,
  creatorId: affiliateId,
  address: addressHash(to),
});
