// Converts a stored discount code to its API representation.
import type * as z from 'zod';
import { annotationsOf } from '#lib/foundation/shared/annotations.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRateValue } from '#lib/foundation/shared/rates.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import type { discountAnswer } from '#lib/program/discounts/schema/endpoints.ts';

export const presentDiscount = (discount: Discount, currency: string): z.input<typeof discountAnswer> => ({
  id: discount.id,
  code: discount.code,
  type: discount.type,
  value: presentRateValue(discount, currency),
  affiliateId: discount.affiliateId,
  campaignId: discount.campaignId,
  status: discount.status,
  startsAt: discount.startsAt,
  endsAt: discount.endsAt,
  usageLimit: discount.usageLimit,
  ...annotationsOf(discount),
  usageCount: discount.usageCount,
  totalRevenue: fromMinor(discount.totalRevenue, currency),
  createdAt: discount.createdAt,
});
