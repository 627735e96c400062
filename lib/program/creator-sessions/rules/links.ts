// Builds the one-time links of creators.
import type { CreatorLink } from '#lib/access/email/schema.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { linkSeconds, sessionVersionOf } from './session.ts';

/** Returns a link of the creator, which is not sent yet. */
export const newLink = (
  purpose: CreatorLink['purpose'],
  affiliate: Pick<Affiliate, 'id' | 'brandId' | 'sessionVersion'>,
  slug: string,
  now: Date,
): CreatorLink => ({
  purpose,
  brandId: affiliate.brandId,
  affiliateId: affiliate.id,
  sessionVersion: sessionVersionOf(affiliate),
  expiresAt: addSeconds(now, linkSeconds[purpose]).toISOString(),
  slug,
});
