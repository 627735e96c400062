import { campaigns } from '#lib/program/campaigns/routes.ts';
import { leaveCampaign } from '#lib/program/campaigns/store/members.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.removeMember, ({ caller, params, now }) =>
  leaveCampaign(caller.brand.id, params.id, params.affiliateId, now),
);
