import { presentCampaign } from '#lib/campaigns/present.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { createCampaign, newCampaign } from '#lib/campaigns/store/campaigns.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(campaigns.create, async ({ caller: { brand }, body, now, remember }) => {
  const campaign = newCampaign(body, brand, now);
  const answer = presentCampaign(campaign, brand.currency);
  await createCampaign(campaign, brand, remember(answer));
  return answer;
});
