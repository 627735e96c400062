// Creates the commission of an order, with the rate that applies.
import type { Affiliate } from '#lib/affiliates/schema.ts';
import type { Brand } from '#lib/brands/schema.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import { addSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import { newId } from '#lib/shared/ids.ts';
import { applyRate } from '#lib/shared/rates.ts';

interface Terms {
  readonly brand: Brand;
  readonly creator: Affiliate;
  readonly campaign: Campaign | undefined;
}

export function rateFor({ brand, creator, campaign }: Terms): Commission['rate'] {
  if (creator.commissionOverride !== null) return { ...creator.commissionOverride, source: 'override' };
  if (campaign?.commission) return { ...campaign.commission, source: 'campaign' };
  return { ...brand.commission, source: 'brand' };
}

interface Order {
  readonly id: string;
  readonly orderId: string;
  readonly brandId: string;
  readonly amount: number;
  readonly currency: string;
  readonly campaignId: string | null;
}

export function newCommission(
  order: Order,
  terms: Terms & { readonly isSelfReferral: boolean },
  now: Date,
): Commission {
  const { id, brandId, campaignId, orderId, amount: orderAmount, currency } = order;
  const rate = rateFor(terms);
  const since = now.toISOString();
  const amount = applyRate(rate, orderAmount);
  return {
    id: newId('commission', now),
    brandId,
    affiliateId: terms.creator.id,
    campaignId,
    conversionId: id,
    orderId,
    orderAmount,
    amount,
    originalAmount: amount,
    currency,
    rate,
    status: 'pending',
    createdAt: since,
    eligibleAt: addSeconds(now, terms.brand.holdDays * secondsPerDay).toISOString(),
    approvedAt: null,
    approvedBy: null,
    paidAt: null,
    payoutId: null,
    reason: null,
    hold: terms.isSelfReferral ? { reason: 'selfReferral', since } : null,
    adjusts: null,
    revision: 0,
  };
}
