import { campaigns } from '#lib/program/campaigns/routes.ts';
import { deleteCampaign } from '#lib/program/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.delete, ({ caller, params }) =>
  deleteCampaign(caller.brand.id, params.id),
);
