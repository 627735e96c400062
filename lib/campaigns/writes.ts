// Builds the writes that add and remove the members of a campaign, and count them.
import { missing } from '#lib/shared/ids.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { deleteExisting, putNew, updateExisting, type Write } from '#lib/table/writes/write.ts';

export const campaignKey = (brandId: string, campaignId: string) =>
  keys.item(brandId, 'campaign', campaignId);

/** Throws `unknown` when the campaign does not exist. */
const incrementCreatorsCount = (
  brandId: string,
  campaignId: string,
  by: 1 | -1,
  unknown: () => Error,
): Write =>
  updateExisting(
    campaignKey(brandId, campaignId),
    { update: 'ADD #creatorsCount :by', values: { by } },
    unknown,
  );

const unknownCampaign = () => missing('campaign');

/** The writes that add a creator to a campaign. */
export const addMember = (
  brandId: string,
  campaignId: string,
  affiliateId: string,
  now: Date,
  unknown: () => Error = unknownCampaign,
): readonly Write[] => [
  incrementCreatorsCount(brandId, campaignId, 1, unknown),
  putNew({
    ...keys.member(brandId, campaignId, affiliateId),
    campaignId,
    affiliateId,
    joinedAt: now.toISOString(),
  }),
];

export const removeMember = (brandId: string, campaignId: string, affiliateId: string): readonly Write[] => [
  incrementCreatorsCount(brandId, campaignId, -1, unknownCampaign),
  deleteExisting(keys.member(brandId, campaignId, affiliateId)),
];
