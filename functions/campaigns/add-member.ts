import { campaigns } from '#lib/campaigns/routes.ts';
import { joinCampaign } from '#lib/campaigns/store/members.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(campaigns.addMember, ({ caller, params, now }) =>
  joinCampaign(caller.brand.id, params.id, params.affiliateId, now),
);
