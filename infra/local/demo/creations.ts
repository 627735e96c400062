import type { Brand } from '#lib/access/brands/schema.ts';
import { addDays, addSeconds, dayOf, secondsPerDay, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { newCampaign } from '#lib/program/campaigns/rules/campaign.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';
import { newDiscount } from '#lib/program/discounts/rules/new-discount.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import type { DemoBrand, DemoCampaign } from './demo-brands.ts';
import type { Random } from './random.ts';

export interface Creations {
  readonly affiliates: readonly Affiliate[];
  readonly campaigns: readonly Campaign[];
  readonly members: readonly {
    readonly campaign: Campaign;
    readonly affiliate: Affiliate;
    readonly at: Date;
  }[];
  readonly discounts: readonly Discount[];
}

export const daysBefore = (now: Date, days: number): Date => addSeconds(now, -days * secondsPerDay);

/** The greatest age of creators who have not accepted their invitation, in days. */
const oldestInvitationDays = 15;
const membershipShare = 0.6;
const generousPercent = 20;
const usesOfGenerousCode = 500;
const hoursToFirstCode = 2;
const pausedDaysAgo = 3;

export function createDemoItems(demoBrand: DemoBrand, brand: Brand, random: Random, now: Date): Creations {
  const { oldestCreator, newestCreator } = demoBrand.ages;
  const campaigns = demoBrand.campaigns.map((each): Campaign => {
    const input = {
      name: each.name,
      status: 'draft' as const,
      startDate: addDays(dayOf(now), each.from),
      endDate: addDays(dayOf(now), each.to),
      landingUrl: `${demoBrand.landingUrl}${each.page}`,
      commission: each.commission,
    };
    const createdDaysAgo = Math.max(1, 1 - each.from) + random.next();
    const stop = stopOf(each, now);
    const pastStatuses = stop === undefined ? [] : [{ value: 'active' as const, until: stop.toISOString() }];
    const campaign = newCampaign(input, brand, daysBefore(now, createdDaysAgo));
    return { ...campaign, status: each.status, pastStatuses };
  });
  const affiliates = demoBrand.creators.map((creator, index): Affiliate => {
    const { name, status, override, group, handle = name.toLowerCase().replaceAll(' ', '-') } = creator;
    const email = `${handle.replace('-', '.')}@creators.test`;
    const input = { email, name, trackingCode: handle, commissionOverride: override, group };
    const ageOffset = ((index + random.next()) / demoBrand.creators.length) * (oldestCreator - newestCreator);
    const createdDaysAgo =
      status === 'invited' ? oldestInvitationDays * random.next() : oldestCreator - ageOffset;
    return { ...newAffiliate(input, brand, daysBefore(now, createdDaysAgo)), status };
  });
  return {
    campaigns,
    affiliates,
    members: createMembers(campaigns, affiliates, random, now),
    discounts: createDiscounts(demoBrand, brand, affiliates),
  };
}

/** A campaign was ended on the day after its last day, or paused some days ago. */
function stopOf({ status, to }: DemoCampaign, now: Date): Date | undefined {
  if (status === 'ended') return new Date(addDays(dayOf(now), to + 1));
  return status === 'paused' ? daysBefore(now, pausedDaysAgo) : undefined;
}

function createMembers(
  campaigns: readonly Campaign[],
  affiliates: readonly Affiliate[],
  random: Random,
  now: Date,
): Creations['members'] {
  const joinDate = (campaign: Campaign, affiliate: Affiliate): Date => {
    const later = Math.max(Date.parse(campaign.createdAt), Date.parse(affiliate.createdAt));
    return new Date(later + random.next() * Math.min(secondsPerDay * 1000, now.getTime() - later));
  };
  return campaigns
    .filter(({ status }) => status !== 'draft')
    .flatMap((campaign) =>
      affiliates
        .filter(({ status }) => status !== 'banned' && random.next() < membershipShare)
        .map((affiliate) => ({ campaign, affiliate, at: joinDate(campaign, affiliate) })),
    );
}

const createDiscounts = (
  demoBrand: DemoBrand,
  brand: Brand,
  affiliates: readonly Affiliate[],
): readonly Discount[] =>
  demoBrand.creators.flatMap(({ name, handle = name, discountPercent }, index) => {
    const affiliate = affiliates[index];
    if (discountPercent === undefined || affiliate === undefined) return [];
    const code = `${handle.split(/[ -]/)[0]}${Math.floor(discountPercent)}`.toUpperCase();
    const input = {
      ...{ code, type: 'percentage' as const, value: discountPercent, affiliateId: affiliate.id },
      usageLimit: discountPercent >= generousPercent ? usesOfGenerousCode : null,
    };
    return [
      newDiscount(input, brand, addSeconds(new Date(affiliate.createdAt), hoursToFirstCode * secondsPerHour)),
    ];
  });
