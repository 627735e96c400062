// Defines the events of changed statuses.
import type { AffiliateStatus } from '#lib/affiliates/schema/affiliate.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';
import type { CommissionStatus } from '#lib/commissions/schema/commission.ts';
import type { PayoutStatus } from '#lib/payouts/schema/payout.ts';
import type { EventType } from './event-types.ts';

export const ofAffiliate: Readonly<Record<AffiliateStatus, EventType>> = {
  invited: 'affiliate.invited',
  active: 'affiliate.activated',
  paused: 'affiliate.paused',
  banned: 'affiliate.banned',
};

export const ofCampaign: Readonly<Record<Campaign['status'], EventType>> = {
  draft: 'campaign.updated',
  active: 'campaign.activated',
  paused: 'campaign.paused',
  ended: 'campaign.ended',
};

export const ofCommission: Readonly<Record<CommissionStatus, EventType>> = {
  pending: 'commission.adjusted',
  approved: 'commission.approved',
  paid: 'commission.paid',
  rejected: 'commission.rejected',
  reversed: 'commission.reversed',
};

export const ofPayout: Readonly<Record<PayoutStatus, EventType | undefined>> = {
  preparing: 'payout.created',
  ready: 'payout.ready',
  paying: undefined,
  paid: 'payout.paid',
  canceling: undefined,
  canceled: 'payout.canceled',
};
