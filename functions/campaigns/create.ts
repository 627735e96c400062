import { presentCampaign } from '#lib/campaigns/present.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { newCampaign } from '#lib/campaigns/rules/campaign.ts';
import { addCampaign } from '#lib/campaigns/writes.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(campaigns.create, ({ caller: { brand }, body, now }) => {
  const campaign = newCampaign(body, brand, now);
  return { answer: presentCampaign(campaign, brand, now), writes: addCampaign(campaign, brand) };
});
