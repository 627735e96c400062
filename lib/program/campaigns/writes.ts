// Builds the writes that add, change and delete campaigns and their members.

import { effectivePlan } from '#lib/access/billing/rules/plans.ts';
import { countCreation } from '#lib/access/billing/writes.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { forbidden, notFound } from '#lib/foundation/shared/errors.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import {
  changeExternalId,
  claimExternalId,
  releaseExternalId,
} from '#lib/foundation/table/writes/external-ids.ts';
import {
  deleteExisting,
  incrementExisting,
  mustExist,
  putNew,
  staleWrite,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import { countChanges, countsForStatus } from '#lib/program/campaigns/rules/campaign.ts';
import type { Campaign, Member } from '#lib/program/campaigns/schema.ts';

export const campaignKey = (brandId: string, campaignId: string) =>
  keys.item(brandId, 'campaign', campaignId);

const withIndexKeys = (campaign: Campaign) => ({
  ...campaign,
  ...indexKeys.byStatus(campaign.brandId, 'campaign', campaign.status),
});

function campaignLimit(brand: Brand) {
  const { maxCampaigns } = effectivePlan({ plan: brand.plan, status: brand.subscriptionStatus });
  if (maxCampaigns === null) return undefined;
  return {
    field: 'open',
    below: maxCampaigns,
    refused: () => forbidden('campaign_limit_reached', 'Campaign limit reached'),
  };
}

export const addCampaign = (campaign: Campaign, brand: Brand): readonly Write[] => [
  incrementCounter(
    brand.id,
    'campaigns',
    campaign.id,
    countsForStatus(campaign.status),
    campaignLimit(brand),
  ),
  countCreation(brand, 'campaigns', campaign.id, new Date(campaign.createdAt)),
  ...claimExternalId(campaign, 'campaign'),
  putNew({
    ...campaignKey(brand.id, campaign.id),
    type: 'campaign',
    ...withIndexKeys(campaign),
  }),
];

export const changeCampaign = (before: Campaign, after: Campaign): readonly Write[] => [
  changeItem(campaignKey(after.brandId, after.id), withIndexKeys(before), withIndexKeys(after)),
  ...changeExternalId(before, after, 'campaign'),
  ...(before.status === after.status
    ? []
    : [incrementCounter(after.brandId, 'campaigns', after.id, countChanges(before.status, after.status))]),
];

/** The stream consumer deletes the members of the campaign afterwards. */
export const removeDraft = (campaign: Campaign): readonly Write[] => [
  deleteExisting(campaignKey(campaign.brandId, campaign.id), staleWrite, {
    condition: '#status = :draft AND #revision = :revision',
    values: { draft: 'draft', revision: campaign.revision },
  }),
  ...releaseExternalId(campaign, 'campaign'),
  incrementCounter(campaign.brandId, 'campaigns', campaign.id, { total: -1, draft: -1, open: -1 }),
];

export const incrementCreatorsCount = (
  brandId: string,
  campaignId: string,
  by: number,
  unknown: () => Error,
): Write => incrementExisting(campaignKey(brandId, campaignId), { creatorsCount: by }, unknown);

const unknownCampaign = () => notFound('campaign');

/** Refused if the creator is a member already. The caller also updates `creatorsCount`, once for each campaign of a transaction. */
export const putMember = (
  brandId: string,
  campaignId: string,
  affiliateId: string,
  joinedAt: string,
  refused?: Write['refused'],
): Write =>
  putNew({ ...keys.member(brandId, campaignId, affiliateId), campaignId, affiliateId, joinedAt }, refused);

export const addMember = (
  brandId: string,
  campaignId: string,
  affiliateId: string,
  now: Date,
  unknown: () => Error = unknownCampaign,
  refused?: Write['refused'],
): readonly Write[] => [
  incrementCreatorsCount(brandId, campaignId, 1, unknown),
  putMember(brandId, campaignId, affiliateId, now.toISOString(), refused),
];

export const campaignMustExist = (brandId: string, campaignId: string): Write =>
  mustExist(campaignKey(brandId, campaignId), unknownCampaign);

export function removeMember(
  brandId: string,
  { campaignId, affiliateId, joinedAt }: Member,
  now: Date,
): readonly Write[] {
  const interval = { from: joinedAt, to: now.toISOString() };
  return [
    incrementCreatorsCount(brandId, campaignId, -1, unknownCampaign),
    deleteExisting(keys.member(brandId, campaignId, affiliateId), staleWrite, {
      condition: '#joinedAt = :joinedAt',
      values: { joinedAt },
    }),
    { kind: 'put', item: { ...keys.formerMember(brandId, campaignId, affiliateId, interval), ...interval } },
  ];
}
