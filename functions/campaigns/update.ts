import { presentCampaign } from '#lib/program/campaigns/present.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { updateCampaign } from '#lib/program/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  campaigns.update,
  async ({ caller: { brand }, params, body, now, ifMatch }) => {
    const present = (campaign: Parameters<typeof presentCampaign>[0]) =>
      presentCampaign(campaign, brand, now);
    return present(await updateCampaign(params.id, body, brand, now, ifMatch(present)));
  },
);
