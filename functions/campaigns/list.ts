import { presentCampaign } from '#lib/program/campaigns/present.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { listCampaigns } from '#lib/program/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.list, async ({ caller: { brand }, query, page, now }) => {
  const found = await listCampaigns(brand.id, query, page);
  return { ...found, items: found.items.map((campaign) => presentCampaign(campaign, brand, now)) };
});
