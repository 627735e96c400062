// Creates the commission of an order, with the rate that applies.

import type { Brand } from '#lib/access/brands/schema.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { valueAt } from '#lib/foundation/shared/past-values.ts';
import { exceedsShare } from '#lib/foundation/shared/rates.ts';
import type { Commission, CommissionRate } from '#lib/money/commissions/schema/commission.ts';
import type { HoldReason } from '#lib/money/commissions/schema/hold.ts';
import type { ConversionKind } from '#lib/money/conversions/schema/kind.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';
import { earningsOf, type TermsOfOrder } from './earnings.ts';
import { earnedOf, type OrderAmounts } from './settle.ts';

interface Terms {
  readonly brand: Brand;
  readonly creator: Affiliate;
  readonly campaign: Campaign | undefined;
}

/** Returns the rate that applied at the time of the order. */
export function rateFor({ brand, creator, campaign }: Terms, orderedAt: Date): CommissionRate {
  const override = valueAt(creator.pastOverrides, creator.commissionOverride, orderedAt).value;
  if (override !== null) return { ...override, source: 'override' };
  const ofCampaign = campaign && valueAt(campaign.pastCommissions, campaign.commission, orderedAt).value;
  if (ofCampaign) return { ...ofCampaign, source: 'campaign' };
  return { ...valueAt(brand.pastCommissions, brand.commission, orderedAt).value, source: 'brand' };
}

interface Order extends OrderAmounts {
  readonly kind: ConversionKind;
  readonly id: string;
  readonly orderId: string;
  readonly brandId: string;
  readonly currency: string;
  readonly campaignId: string | null;
  readonly discountId: string | null;
  readonly occurredAt: string;
}

interface Circumstances extends Terms, TermsOfOrder {
  readonly isSelfReferral: boolean;
  /** The address of the customer cannot be read. */
  readonly isUnreadable: boolean;
}

/** A forged order, or a rate that was set by mistake, is most expensive if the commission is a large share of the order. */
function holdReasonFor(
  { brand, isSelfReferral, isUnreadable }: Circumstances,
  rate: CommissionRate,
  orderAmount: number,
): HoldReason | null {
  if (isSelfReferral) return 'selfReferral';
  if (isUnreadable) return 'customerUnreadable';
  return exceedsShare(rate, orderAmount, brand.holdAboveShare) ? 'aboveShare' : null;
}

/** Returns undefined if the order earns nothing by terms. */
export function newCommission(order: Order, terms: Circumstances, now: Date): Commission | undefined {
  const { id, brandId, campaignId, discountId, orderId, amount: orderAmount, currency, occurredAt } = order;
  const { rate, explanation } = earningsOf(order, terms, rateFor(terms, new Date(occurredAt)));
  if (rate === undefined) return undefined;
  const since = now.toISOString();
  const lead = order.kind === 'sale' ? {} : { leadKind: order.kind };
  const amount = earnedOf({ rate, ...lead }, order);
  const reason = holdReasonFor(terms, rate, orderAmount);
  return {
    id: newId('commission', now),
    brandId,
    affiliateId: terms.creator.id,
    campaignId,
    discountId,
    conversionId: id,
    orderId,
    orderAmount,
    amount,
    originalAmount: amount,
    currency,
    rate,
    status: 'pending',
    occurredAt,
    createdAt: since,
    eligibleAt: addSeconds(now, terms.brand.holdDays * secondsPerDay).toISOString(),
    approvedAt: null,
    approvedBy: null,
    paidAt: null,
    payoutId: null,
    reason: null,
    hold: reason === null ? null : { reason, since },
    adjusts: null,
    ...lead,
    ...(explanation && { explanation }),
    revision: 0,
  };
}
