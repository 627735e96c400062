// Converts a stored creator to its API representation.
import type * as z from 'zod';
import type { Affiliate, affiliateAnswer } from '#lib/affiliates/schema/affiliate.ts';
import { annotationsOf } from '#lib/shared/annotations.ts';
import { fromMinor } from '#lib/shared/money.ts';
import { presentRate } from '#lib/shared/rates.ts';

export const presentAffiliate = (
  affiliate: Affiliate,
  currency: string,
): z.input<typeof affiliateAnswer> => ({
  id: affiliate.id,
  name: affiliate.name,
  email: affiliate.email,
  status: affiliate.status,
  trackingCode: affiliate.trackingCode,
  commissionOverride:
    affiliate.commissionOverride === null ? null : presentRate(affiliate.commissionOverride, currency),
  ...annotationsOf(affiliate),
  totalRevenue: fromMinor(affiliate.totalRevenue, currency),
  totalOrders: affiliate.totalOrders,
  commissionEarned: fromMinor(affiliate.commissionEarned, currency),
  createdAt: affiliate.createdAt,
});
