import { campaigns } from '#lib/program/campaigns/routes.ts';
import { joinCampaign } from '#lib/program/campaigns/store/members.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.addMember, ({ caller, params, now }) =>
  joinCampaign(caller.brand.id, params.id, params.affiliateId, now),
);
