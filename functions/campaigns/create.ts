import { presentCampaign } from '#lib/campaigns/present.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { createCampaign, newCampaign } from '#lib/campaigns/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(campaigns.create, async ({ caller: { brand }, body, now }) => {
  const campaign = newCampaign(body, brand, now);
  await createCampaign(campaign, brand);
  return presentCampaign(campaign, brand.currency);
});
