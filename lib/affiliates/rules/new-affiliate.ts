// Builds a new creator from an invitation.
import type { Affiliate } from '#lib/affiliates/schema/affiliate.ts';
import type { InviteInput } from '#lib/affiliates/schema/endpoints.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { newAnnotations } from '#lib/shared/annotations.ts';
import { newId } from '#lib/shared/ids.ts';
import { toStoredRate } from '#lib/shared/rates.ts';
import { generateTrackingCode } from './new-tracking-code.ts';

export function newAffiliate(input: InviteInput, brand: Brand, now: Date): Affiliate {
  const { commissionOverride } = input;
  return {
    id: newId('affiliate', now),
    brandId: brand.id,
    name: input.name ?? '',
    email: input.email,
    status: 'invited',
    trackingCode: input.trackingCode ?? generateTrackingCode(),
    commissionOverride: commissionOverride
      ? toStoredRate(commissionOverride, brand.currency, 'commissionOverride.value')
      : null,
    ...newAnnotations(input),
    totalRevenue: 0,
    totalOrders: 0,
    commissionEarned: 0,
    createdAt: now.toISOString(),
    revision: 0,
  };
}
