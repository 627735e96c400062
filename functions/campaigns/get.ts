import { presentCampaign } from '#lib/campaigns/present.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { getCampaign } from '#lib/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(campaigns.get, async ({ caller: { brand }, params, now }) =>
  presentCampaign(await getCampaign(brand.id, params.id), brand, now),
);
