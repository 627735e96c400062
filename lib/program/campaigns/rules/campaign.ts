// Builds new campaigns, and defines the status transitions, counts and valid dates of campaigns.
import { isAllowedLandingUrl } from '#lib/access/brands/rules/landing-urls.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { newAnnotations } from '#lib/foundation/shared/annotations.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { isLocalUrl } from '#lib/foundation/shared/public-hosts.ts';
import { type RateInput, toStoredRate } from '#lib/foundation/shared/rates.ts';
import { checkTransition, deltasBetween } from '#lib/foundation/shared/transitions.ts';
import { landingUrlMessage } from '#lib/foundation/shared/urls.ts';
import type { CampaignInput } from '#lib/program/campaigns/schema/endpoints.ts';
import type { Campaign, CampaignStatus } from '#lib/program/campaigns/schema.ts';

const transitions = {
  draft: ['active'],
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

export const checkStatusChange = (from: CampaignStatus, to: CampaignStatus): void =>
  checkTransition('campaign', transitions, from, to);

export function checkDates({
  startDate,
  endDate,
}: {
  startDate: string | null;
  endDate: string | null;
}): void {
  if (startDate !== null && endDate !== null && endDate < startDate) {
    throw invalidField('endDate', '`endDate` must not be before `startDate`');
  }
}

const countsTowardLimit = (status: CampaignStatus): boolean => status !== 'ended';

export const countsForStatus = (status: CampaignStatus) => ({
  total: 1,
  [status]: 1,
  open: countsTowardLimit(status) ? 1 : 0,
});

export const countChanges = (from: CampaignStatus, to: CampaignStatus) =>
  deltasBetween(countsForStatus(from), countsForStatus(to));

export const storedCommission = (commission: RateInput | null, currency: string) =>
  commission === null ? null : toStoredRate(commission, currency, 'commission.value');

export function checkLandingUrl(landingUrl: string | null | undefined, brand: Brand): void {
  if (landingUrl === null || landingUrl === undefined || isAllowedLandingUrl(landingUrl, brand)) return;
  const message = isLocalUrl(landingUrl)
    ? landingUrlMessage
    : `Must be on a landing host of the brand: ${brand.landingHosts.join(', ')}`;
  throw invalidField('landingUrl', message);
}

export function newCampaign(input: CampaignInput, brand: Brand, now: Date): Campaign {
  const campaign: Campaign = {
    id: newId('campaign', now),
    brandId: brand.id,
    name: input.name,
    status: input.status,
    pastStatuses: [],
    startDate: input.startDate ?? null,
    endDate: input.endDate ?? null,
    landingUrl: input.landingUrl ?? null,
    commission: storedCommission(input.commission ?? null, brand.currency),
    pastCommissions: [],
    attributionWindowDays: input.attributionWindowDays ?? null,
    pastWindows: [],
    customerAttribution: input.customerAttribution ?? null,
    graceDays: input.graceDays ?? 0,
    ...newAnnotations(input),
    creatorsCount: 0,
    totalRevenue: 0,
    totalOrders: 0,
    commissionEarned: 0,
    createdAt: now.toISOString(),
    revision: 0,
  };
  checkDates(campaign);
  checkLandingUrl(campaign.landingUrl, brand);
  return campaign;
}
