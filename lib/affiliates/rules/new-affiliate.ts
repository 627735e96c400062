// Builds a new creator from an invitation.
import { randomBytes } from 'node:crypto';
import type { Affiliate, InviteInput } from '#lib/affiliates/schema.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { newId } from '#lib/shared/ids.ts';
import { toStoredRate } from '#lib/shared/rates.ts';

/** A code has 60 random bits, so a collision is practically impossible. */
const generateTrackingCode = (): string =>
  Array.from(randomBytes(12), (byte) => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(byte % 32)).join('');

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
    totalRevenue: 0,
    totalOrders: 0,
    commissionEarned: 0,
    createdAt: now.toISOString(),
    revision: 0,
  };
}
