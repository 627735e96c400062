// Creates discount codes from validated input.
import type { Brand } from '#lib/brands/schema.ts';
import type { Discount, DiscountInput } from '#lib/discounts/schema.ts';
import { newAnnotations } from '#lib/shared/annotations.ts';
import { newId } from '#lib/shared/ids.ts';
import { toStoredRate } from '#lib/shared/rates.ts';

export function newDiscount(
  input: DiscountInput,
  brand: Brand,
  now: Date,
  id = newId('discount', now),
): Discount {
  const { code, type, value, affiliateId, campaignId = null } = input;
  return {
    id,
    brandId: brand.id,
    code,
    ...toStoredRate({ type, value }, brand.currency, 'value'),
    affiliateId,
    campaignId,
    status: 'active',
    ...newAnnotations(input),
    revision: 0,
    usageCount: 0,
    totalRevenue: 0,
    createdAt: now.toISOString(),
  };
}
