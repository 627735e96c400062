import { presentCampaign } from '#lib/campaigns/present.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { updateCampaign } from '#lib/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(campaigns.update, async ({ caller: { brand }, params, body, now }) =>
  presentCampaign(await updateCampaign(params.id, body, brand, now), brand, now),
);
