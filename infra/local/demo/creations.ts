import { newAffiliate } from '#lib/affiliates/rules/new-affiliate.ts';
import type { Affiliate } from '#lib/affiliates/schema.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { newCampaign } from '#lib/campaigns/rules.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';
import { newDiscount } from '#lib/discounts/rules/new-discount.ts';
import type { Discount } from '#lib/discounts/schema.ts';
import { addDays, addSeconds, dayOf, secondsPerDay, secondsPerHour } from '#lib/shared/dates.ts';
import type { Chance } from './random.ts';
import type { BrandStory } from './stories.ts';

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

/** Creators join this many days before today, and orders begin later. */
const oldestCreatorDays = 58;
const newestCreatorDays = 15;
const membershipShare = 0.6;
const hoursToFirstCode = 2;

export function createDemoItems(story: BrandStory, brand: Brand, chance: Chance, now: Date): Creations {
  const campaigns = story.campaigns.map((each): Campaign => {
    const input = {
      name: each.name,
      status: 'draft' as const,
      startDate: addDays(dayOf(now), each.from),
      endDate: addDays(dayOf(now), each.to),
      landingUrl: `${story.landingUrl}${each.page}`,
      commission: each.commission,
    };
    const createdDaysAgo = Math.max(1, 1 - each.from) + chance.next();
    return { ...newCampaign(input, brand, daysBefore(now, createdDaysAgo)), status: each.status };
  });
  const affiliates = story.creators.map(({ name, status, override }, index): Affiliate => {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    const email = `${first}.${last}@creators.test`;
    const input = { email, name, trackingCode: `${first}-${last}`, commissionOverride: override };
    const ageOffset =
      ((index + chance.next()) / story.creators.length) * (oldestCreatorDays - newestCreatorDays);
    const createdDaysAgo =
      status === 'invited' ? newestCreatorDays * chance.next() : oldestCreatorDays - ageOffset;
    return { ...newAffiliate(input, brand, daysBefore(now, createdDaysAgo)), status };
  });
  return {
    campaigns,
    affiliates,
    members: createMembers(campaigns, affiliates, chance, now),
    discounts: createDiscounts(story, brand, affiliates),
  };
}

function createMembers(
  campaigns: readonly Campaign[],
  affiliates: readonly Affiliate[],
  chance: Chance,
  now: Date,
): Creations['members'] {
  const joinDate = (campaign: Campaign, affiliate: Affiliate): Date => {
    const later = Math.max(Date.parse(campaign.createdAt), Date.parse(affiliate.createdAt));
    return new Date(later + chance.next() * Math.min(secondsPerDay * 1000, now.getTime() - later));
  };
  return campaigns
    .filter(({ status }) => status !== 'draft')
    .flatMap((campaign) =>
      affiliates
        .filter(({ status }) => status !== 'banned' && chance.next() < membershipShare)
        .map((affiliate) => ({ campaign, affiliate, at: joinDate(campaign, affiliate) })),
    );
}

const createDiscounts = (
  story: BrandStory,
  brand: Brand,
  affiliates: readonly Affiliate[],
): readonly Discount[] =>
  story.creators.flatMap(({ name, saves }, index) => {
    const affiliate = affiliates[index];
    if (saves === undefined || affiliate === undefined) return [];
    const code = `${name.split(' ')[0]}${Math.floor(saves)}`.toUpperCase();
    const input = { code, type: 'percentage' as const, value: saves, affiliateId: affiliate.id };
    return [
      newDiscount(input, brand, addSeconds(new Date(affiliate.createdAt), hoursToFirstCode * secondsPerHour)),
    ];
  });
