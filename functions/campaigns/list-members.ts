import { campaigns } from '#lib/program/campaigns/routes.ts';
import { listMembers } from '#lib/program/campaigns/store/members.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.listMembers, ({ caller, params, page }) =>
  listMembers(caller.brand.id, params.id, page),
);
