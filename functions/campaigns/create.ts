import { presentCampaign } from '#lib/program/campaigns/present.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { newCampaign } from '#lib/program/campaigns/rules/campaign.ts';
import { addCampaign } from '#lib/program/campaigns/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(campaigns.create, ({ caller: { brand }, body, now }) => {
  const campaign = newCampaign(body, brand, now);
  return { answer: presentCampaign(campaign, brand, now), writes: addCampaign(campaign, brand) };
});
