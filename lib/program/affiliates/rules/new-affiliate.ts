// Builds a new creator from an invitation.

import type { Brand } from '#lib/access/brands/schema.ts';
import { newAnnotations } from '#lib/foundation/shared/annotations.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { toStoredRate } from '#lib/foundation/shared/rates.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { InviteInput } from '#lib/program/affiliates/schema/endpoints.ts';
import { checkLength, prefixOfNewCodes } from './code-places.ts';
import { generateTrackingCode } from './new-tracking-code.ts';

/** A code that the service generates has a length that every brand can have. */
export function newCode(brand: Brand, sent: string = generateTrackingCode()) {
  checkLength(sent, brand);
  const linkPrefix = prefixOfNewCodes(brand);
  return { trackingCode: sent, ...(linkPrefix !== undefined && { linkPrefix }) };
}

export function newAffiliate(input: InviteInput, brand: Brand, now: Date): Affiliate {
  const { commissionOverride } = input;
  return {
    id: newId('affiliate', now),
    brandId: brand.id,
    name: input.name ?? '',
    email: input.email,
    status: 'invited',
    pastStatuses: [],
    ...newCode(brand, input.trackingCode),
    commissionOverride: commissionOverride
      ? toStoredRate(commissionOverride, brand.currency, 'commissionOverride.value')
      : null,
    pastOverrides: [],
    group: input.group ?? null,
    pastGroups: [],
    profileUrl: input.profileUrl ?? null,
    ...(input.language && { language: input.language }),
    ...(input.mails && { mailsOff: [...new Set(input.mails.off)] }),
    ...newAnnotations(input),
    totalRevenue: 0,
    totalOrders: 0,
    commissionEarned: 0,
    createdAt: now.toISOString(),
    revision: 0,
  };
}
