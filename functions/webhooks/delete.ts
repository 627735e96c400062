import { endpoint } from '#lib/http/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { deleteEndpoint } from '#lib/webhooks/store/endpoints.ts';

export const handler = endpoint(webhooks.delete, ({ caller, params }) =>
  deleteEndpoint({ brandId: caller.brand.id, id: params.id }),
);
