// Converts a stored creator to its API representation.
import type * as z from 'zod';
import { annotationsOf } from '#lib/foundation/shared/annotations.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { type DomainOwner, verifiedDomainOf } from '#lib/foundation/shared/link-domain.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import { linkPrefixOf } from '#lib/foundation/shared/twin-ids.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { affiliateAnswer } from '#lib/program/affiliates/schema/endpoints.ts';

/**
 * Returns the URL of a tracking code or a slug. It has the prefix of the test twin, or the link prefix of the code, which a domain of the
 * brand replaces.
 */
export function linkOf(
  { brandId, trackingCode, linkPrefix }: Pick<Affiliate, 'brandId' | 'trackingCode' | 'linkPrefix'>,
  brand: DomainOwner,
): string {
  const domain = verifiedDomainOf(brand);
  if (domain !== undefined && linkPrefix !== undefined) return `https://${domain}/${trackingCode}`;
  if (environment.API_URL === undefined) throw new Error('API_URL must be set, because links begin with it');
  const prefix = linkPrefix === undefined ? linkPrefixOf(brandId) : `${linkPrefix}.`;
  return `${environment.API_URL}/tracking/ref/${prefix}${trackingCode}`;
}

export const presentAffiliate = (
  affiliate: Affiliate,
  brand: DomainOwner & { readonly currency: string },
): z.input<typeof affiliateAnswer> => ({
  id: affiliate.id,
  name: affiliate.name,
  email: affiliate.email,
  status: affiliate.status,
  trackingCode: affiliate.trackingCode,
  link: linkOf(affiliate, brand),
  commissionOverride:
    affiliate.commissionOverride === null ? null : presentRate(affiliate.commissionOverride, brand.currency),
  group: affiliate.group,
  profileUrl: affiliate.profileUrl,
  language: affiliate.language ?? null,
  mails: { off: affiliate.mailsOff ?? [] },
  mailStatus: affiliate.mailStatus ?? 'ok',
  applicationMessage: affiliate.applicationMessage ?? null,
  ...annotationsOf(affiliate),
  totalRevenue: fromMinor(affiliate.totalRevenue, brand.currency),
  totalOrders: affiliate.totalOrders,
  commissionEarned: fromMinor(affiliate.commissionEarned, brand.currency),
  createdAt: affiliate.createdAt,
});
