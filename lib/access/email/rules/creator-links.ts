// Builds the one-time links of creators, which lead to the portal of the brand.
import type { CreatorLink } from '#lib/access/email/schema.ts';
import { type ClaimedLink, isValidLink, oneTimeToken } from './one-time-tokens.ts';

/** The page of the portal that uses the token. It shows a button, because mail scanners follow links. */
const pages = {
  creatorSignIn: 'sign-in',
  creatorInvitation: 'sign-in',
  creatorApplication: 'application',
} as const satisfies Record<CreatorLink['purpose'], string>;

/** `apiUrl` is the address of the API, whose origin the portal shares. */
export const portalUrl = (apiUrl: string, slug: string): string => new URL(`/creators/${slug}`, apiUrl).href;

/** The address contains the hash of the logo, so that caches can keep it for ever. */
export const logoUrl = (apiUrl: string, slug: string, logo: string): string =>
  `${portalUrl(apiUrl, slug)}/logo/${logo}`;

export const creatorLinkToken = (
  key: Uint8Array,
  { purpose, brandId, affiliateId: userId, sessionVersion: passwordVersion, expiresAt }: CreatorLink,
): string => oneTimeToken(key, { purpose, brandId, userId, passwordVersion, expiresAt });

export const creatorLinkUrl = (key: Uint8Array, link: CreatorLink, apiUrl: string): string =>
  `${portalUrl(apiUrl, link.slug)}/${pages[link.purpose]}?token=${creatorLinkToken(key, link)}`;

/** Returns the purpose of a valid link, or undefined. */
export const purposeOf = (
  key: Uint8Array,
  claimed: ClaimedLink,
  purposes: readonly CreatorLink['purpose'][],
  sessionVersion: number,
  now: Date,
): CreatorLink['purpose'] | undefined =>
  purposes.find((purpose) => isValidLink(key, claimed, { purpose, passwordVersion: sessionVersion }, now));
