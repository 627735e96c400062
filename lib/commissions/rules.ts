// Which status a commission may go to, and what each status counts for.

import type { Affiliate } from '#lib/affiliates/schema.ts';
import type { Brand } from '#lib/brands/schema.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';
import { afterSeconds, daysInSeconds } from '#lib/shared/dates.ts';
import { conflict } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { applyRate } from '#lib/shared/rates.ts';
import { checkTransition } from '#lib/shared/transitions.ts';
import type { Commission, CommissionStatus, HoldReason } from './schema.ts';

const transitions = {
  pending: ['approved', 'rejected', 'reversed'],
  approved: ['paid', 'rejected', 'reversed'],
  paid: [],
  rejected: [],
  reversed: [],
} as const satisfies Record<CommissionStatus, readonly CommissionStatus[]>;

/** Throws 409 for a change that is not allowed; the status it has already is no change. */
export const checkStatusChange = (from: CommissionStatus, to: CommissionStatus): void =>
  checkTransition('commission', transitions, from, to);

/** Is its amount part of what the creator has earned? */
export const isEarned = (
  status: CommissionStatus,
): status is Extract<CommissionStatus, 'pending' | 'approved' | 'paid'> =>
  status === 'pending' || status === 'approved' || status === 'paid';

/** Who has a say in what a creator earns with an order. */
interface Terms {
  readonly brand: Brand;
  readonly creator: Affiliate;
  readonly campaign: Campaign | undefined;
}

/** The creator's own rate, else the campaign's, else the brand's. */
export function rateFor({ brand, creator, campaign }: Terms): Commission['rate'] {
  if (creator.commissionOverride !== null) return { ...creator.commissionOverride, source: 'override' };
  if (campaign?.commission) return { ...campaign.commission, source: 'campaign' };
  return { ...brand.commission, source: 'brand' };
}

/** An order that a commission is for. */
interface Order {
  readonly id: string;
  readonly orderId: string;
  readonly brandId: string;
  readonly amount: number;
  readonly currency: string;
  readonly campaignId: string | null;
}

/** What a creator earns with an order: pending until the brand's hold is over, and held where someone must look at it. */
export function newCommission(
  order: Order,
  terms: Terms & { readonly isSelfReferral: boolean },
  now: Date,
): Commission {
  const { id, brandId, campaignId, orderId, amount: orderAmount, currency } = order;
  const rate = rateFor(terms);
  const since = now.toISOString();
  return {
    id: newId('commission', now),
    brandId,
    affiliateId: terms.creator.id,
    campaignId,
    conversionId: id,
    orderId,
    orderAmount,
    amount: applyRate(rate, orderAmount),
    currency,
    rate,
    status: 'pending',
    createdAt: since,
    eligibleAt: afterSeconds(now, terms.brand.holdDays * daysInSeconds).toISOString(),
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

/** As it is once a user has approved it: whatever held it, someone has looked at it now. */
export function approved(before: Commission, userId: string | null, now: Date): Commission {
  checkStatusChange(before.status, 'approved');
  if (before.status === 'approved') return before;
  return { ...before, status: 'approved', hold: null, approvedAt: now.toISOString(), approvedBy: userId };
}

/** As it is once someone must look at it before it is approved. */
export const held = (before: Commission, reason: HoldReason, now: Date): Commission => ({
  ...before,
  hold: { reason, since: now.toISOString() },
});

/**
 * As it is once a user has rejected it. What is in a payout stays in it: 409. So does what a refund has taken back from: the
 * creator would be charged twice, by the rejection and by what was taken back. And so does what takes back: nothing else would.
 */
export function rejected(before: Commission, reason: string): Commission {
  checkStatusChange(before.status, 'rejected');
  if (before.status === 'rejected') return before;
  if (before.payoutId !== null) throw conflict('A commission that is in a payout cannot become rejected');
  if (before.adjusts !== null)
    throw conflict('A commission that takes back from another one, after a refund, cannot become rejected');
  if (before.isAdjusted)
    throw conflict('A commission that a refund has taken back from cannot become rejected');
  return { ...before, status: 'rejected', hold: null, reason };
}
