import { campaigns } from '#lib/campaigns/routes.ts';
import { listMembers } from '#lib/campaigns/store/members.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(campaigns.listMembers, ({ caller, params, page }) =>
  listMembers(caller.brand.id, params.id, page),
);
