import { presentCampaign } from '#lib/campaigns/present.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { addCampaign, newCampaign } from '#lib/campaigns/store/campaigns.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(campaigns.create, ({ caller: { brand }, body, now }) => {
  const campaign = newCampaign(body, brand, now);
  return { answer: presentCampaign(campaign, brand.currency), writes: addCampaign(campaign, brand) };
});
