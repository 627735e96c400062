// Creates creators with a session of the portal, directly.
import { signClaims } from '#lib/access/auth/store/sign-token.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { creatorLinkToken } from '#lib/access/email/rules/creator-links.ts';
import type { CreatorLink } from '#lib/access/email/schema.ts';
import { createLinkKey } from '#lib/access/email/store/link-key.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { putNew } from '#lib/foundation/table/writes/write.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { newSession } from '#lib/program/creator-sessions/rules/session.ts';
import { addSession } from '#lib/program/creator-sessions/writes.ts';
import { unusedEmail } from './creations-with.ts';

/** Returns an access token of a creator, who has a session of one hour. */
export async function portalTokenOf(brandId: string, affiliate: Pick<Affiliate, 'id' | 'sessionVersion'>) {
  const at = now();
  const session = newSession(affiliate, 3600, at);
  await transact([addSession(brandId, session)]);
  const claims = { brandId, accountId: brandId, role: 'creator', sid: session.id } as const;
  const expiresAt = addSeconds(at, 3600);
  return signClaims({ subject: affiliate.id, tokenId: session.id, expiresAt, claims }, at);
}

export async function createPortalCreator(brand: Brand, given: Partial<Affiliate> = {}) {
  const fields = { status: 'active', ...given } as const;
  const affiliate: Affiliate = { ...newAffiliate({ email: unusedEmail() }, brand, now()), ...fields };
  await transact(addAffiliate(affiliate, brand));
  return { affiliate, token: await portalTokenOf(brand.id, affiliate) };
}

/** Returns the token of a one-time link of the creator. */
export async function creatorLinkOf(
  { id, brandId, sessionVersion = 0 }: Pick<Affiliate, 'id' | 'brandId' | 'sessionVersion'>,
  purpose: CreatorLink['purpose'],
  seconds = 60,
): Promise<string> {
  const expiresAt = addSeconds(now(), seconds).toISOString();
  const link = { purpose, brandId, affiliateId: id, sessionVersion, expiresAt, slug: '' };
  return creatorLinkToken(await createLinkKey(), link);
}

/** Stores an application, and returns the token that confirms it. */
export async function applicationTokenOf(brandId: string, seconds = 60): Promise<string> {
  const at = now();
  const id = newId('affiliate', at);
  const expiresAt = epochSeconds(addSeconds(at, seconds));
  const texts = { name: 'Ada', email: unusedEmail(), profileUrl: null, message: null };
  await transact([putNew({ ...creatorKeys.application(brandId, id), id, ...texts, expiresAt })]);
  return creatorLinkOf({ id, brandId }, 'creatorApplication', seconds);
}

/** Uses up the creators of the plan. */
export const fillCreators = (brand: Brand): Promise<void> =>
  transact([incrementCounter(brand.id, 'affiliates', brand.id, { used: 1_000_000 })]);
