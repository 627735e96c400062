import { campaigns } from '#lib/campaigns/routes.ts';
import { deleteCampaign } from '#lib/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(campaigns.delete, ({ caller, params }) =>
  deleteCampaign(caller.brand.id, params.id),
);
