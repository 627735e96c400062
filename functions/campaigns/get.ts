import { presentCampaign } from '#lib/program/campaigns/present.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { getCampaign } from '#lib/program/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.get, async ({ caller: { brand }, params, now }) =>
  presentCampaign(await getCampaign(brand.id, params.id), brand, now),
);
