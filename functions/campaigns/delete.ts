import { presentCampaign } from '#lib/program/campaigns/present.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { deleteCampaign } from '#lib/program/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.delete, ({ caller: { brand }, params, now, ifMatch }) => {
  const present = (campaign: Parameters<typeof presentCampaign>[0]) => presentCampaign(campaign, brand, now);
  return deleteCampaign(brand.id, params.id, ifMatch(present));
});
