// Reads what the later orders of a creator earn: the own terms, and the campaigns of the creator.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems, query } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { listQueryFor, toQueryInput } from '#lib/foundation/table/list-query.ts';
import { type OwnProgram, termsInCampaign } from '#lib/outlets/creator-portal/rules/own-terms.ts';
import { maxOwnCampaigns } from '#lib/outlets/creator-portal/schema/campaigns.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { isRunning } from '#lib/program/campaigns/rules/running.ts';
import { type Campaign, storedCampaign } from '#lib/program/campaigns/schema.ts';
import { readOwnTerms, termsInForce } from './profile.ts';

/** A membership has no index by creator, and active campaigns are few. */
async function readCampaigns({ brandId, id }: Affiliate, { timezone }: Brand, now: Date) {
  const active = listQueryFor(brandId, 'campaign', { status: 'active' });
  const { Items: items = [] } = await query({
    ...toQueryInput(active),
    ScanIndexForward: false,
    Limit: maxOwnCampaigns,
  });
  const running = items
    .map((item) => storedCampaign.parse(item))
    .filter((campaign) => isRunning(campaign, timezone, now));
  const members = await getItems(running.map((campaign) => keys.member(brandId, campaign.id, id)));
  return running.filter((_, index) => members[index] !== undefined);
}

export async function readOwnProgram(affiliate: Affiliate, brand: Brand, now: Date): Promise<OwnProgram> {
  const [applied, campaigns] = await Promise.all([
    readOwnTerms(affiliate, brand, now),
    readCampaigns(affiliate, brand, now),
  ]);
  const terms = await Promise.all(
    campaigns.map(({ id, hasTerms }) => (hasTerms === true ? termsInForce(brand.id, id, now) : null)),
  );
  const inCampaign = (campaign: Campaign, index: number) =>
    termsInCampaign(applied, campaign, terms[index] ?? null);
  return {
    applied,
    campaigns: campaigns.map((campaign, index) => ({ campaign, applied: inCampaign(campaign, index) })),
  };
}
