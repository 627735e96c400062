// Converts a stored creator to its API representation.
import type * as z from 'zod';
import { annotationsOf } from '#lib/foundation/shared/annotations.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import { linkPrefixOf } from '#lib/foundation/shared/twin-ids.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { affiliateAnswer } from '#lib/program/affiliates/schema/endpoints.ts';

/** Returns the URL of a tracking code or a slug. It has the prefix of the test twin, or the link prefix of the code. */
export function linkOf({
  brandId,
  trackingCode,
  linkPrefix,
}: Pick<Affiliate, 'brandId' | 'trackingCode' | 'linkPrefix'>): string {
  if (environment.API_URL === undefined) throw new Error('API_URL must be set, because links begin with it');
  const prefix = linkPrefix === undefined ? linkPrefixOf(brandId) : `${linkPrefix}.`;
  return `${environment.API_URL}/tracking/ref/${prefix}${trackingCode}`;
}

export const presentAffiliate = (
  affiliate: Affiliate,
  currency: string,
): z.input<typeof affiliateAnswer> => ({
  id: affiliate.id,
  name: affiliate.name,
  email: affiliate.email,
  status: affiliate.status,
  trackingCode: affiliate.trackingCode,
  link: linkOf(affiliate),
  commissionOverride:
    affiliate.commissionOverride === null ? null : presentRate(affiliate.commissionOverride, currency),
  group: affiliate.group,
  profileUrl: affiliate.profileUrl,
  language: affiliate.language ?? null,
  mails: { off: affiliate.mailsOff ?? [] },
  mailStatus: affiliate.mailStatus ?? 'ok',
  applicationMessage: affiliate.applicationMessage ?? null,
  ...annotationsOf(affiliate),
  totalRevenue: fromMinor(affiliate.totalRevenue, currency),
  totalOrders: affiliate.totalOrders,
  commissionEarned: fromMinor(affiliate.commissionEarned, currency),
  createdAt: affiliate.createdAt,
});
