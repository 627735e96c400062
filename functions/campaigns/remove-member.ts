import { campaigns } from '#lib/campaigns/routes.ts';
import { leaveCampaign } from '#lib/campaigns/store/members.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(campaigns.removeMember, ({ caller, params }) =>
  leaveCampaign(caller.brand.id, params.id, params.affiliateId),
);
