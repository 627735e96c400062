// Requests sign-in links of creators. Every address gets the same answer after the same work.
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import type { MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { countLink, queueEmail, queueNothing } from '#lib/access/email/writes.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transactQuietly } from '#lib/foundation/table/transact-quietly.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import {
  type Affiliate,
  storedAffiliate,
  storedEmailClaim,
} from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { newLink } from '#lib/program/creator-sessions/rules/links.ts';
import { mayHaveSession } from '#lib/program/creator-sessions/rules/session.ts';
import type { SignInLinkInput } from '#lib/program/creator-sessions/schema/endpoints.ts';

/** No brand and no creator has it, so that unknown ones cost the same reads. */
const nobody = 'unknown';

/** Former slugs lead to the brand as well. Always makes two round trips. */
async function readBrandAndAddress(slug: string, email: string) {
  const [claim] = await getItems([creatorKeys.brandSlug(slug)]);
  const brandId = typeof claim?.brandId === 'string' ? claim.brandId : nobody;
  const [brand, address] = await getItems([keys.brand(brandId), keys.affiliateEmail(brandId, email)]);
  return { brand: brand === undefined ? undefined : storedBrand.parse(brand), address };
}

function signInEmail(
  { name: brandName, slug, portal: { logo } }: Brand,
  affiliate: Affiliate,
  asked: MailLanguage | undefined,
  now: Date,
) {
  const { brandId, email: to } = affiliate;
  const link = newLink('creatorSignIn', affiliate, slug, now);
  const language = affiliate.language ?? asked;
  return queueEmail({ kind: 'creatorSignIn', brandId, to, brandName, logo, link, language }, now);
}

/** Returns the write that sends the invitation again. Undefined for nobody who can accept one by e-mail. */
type InvitationOf = (creator: Affiliate, brand: Brand, now: Date) => Write | undefined;

/** Sends nothing, and tells nobody, if the address has no creator who can sign in, or has received too many links. */
export async function requestSignInLink(
  { brand: slug, email, language }: SignInLinkInput,
  invitationOf: InvitationOf,
  now: Date,
): Promise<void> {
  const address = normalizeEmail(email);
  const { brand, address: claim } = await readBrandAndAddress(slug, address);
  const id = claim === undefined ? nobody : storedEmailClaim.parse(claim).affiliateId;
  const [found] = await getItems([affiliateKey(brand?.id ?? nobody, id)]);
  const creator = found === undefined ? undefined : storedAffiliate.parse(found);
  const canSignIn = brand?.portal.enabled === true && creator !== undefined && mayHaveSession(creator);
  const kind = { purpose: 'creatorSignIn', brandId: brand?.id ?? nobody } as const;
  await transactQuietly([
    countLink(address, kind, now),
    canSignIn
      ? (invitationOf(creator, brand, now) ?? signInEmail(brand, creator, language, now))
      : queueNothing(address, now),
  ]);
}
