// Reads the present attribution of an order from the items of its creator and its campaign.
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import type { Judgement } from './judgement.ts';

/** The present attribution of an order that is not judged again. */
export function presentJudgement(order: Conversion, items: ItemBatch): Judgement {
  const { brandId, affiliateId, campaignId, discountId, receipt } = order;
  const found = (collection: 'affiliate' | 'campaign', id: string | null) =>
    id === null ? undefined : itemWithKey(items, keys.item(brandId, collection, id));
  const [creator, campaign] = [found('affiliate', affiliateId), found('campaign', campaignId)];
  return {
    receipt,
    creator: creator && storedAffiliate.parse(creator),
    campaign: campaign && storedCampaign.parse(campaign),
    discountId,
  };
}
