import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { deleteEndpoint } from '#lib/outlets/webhooks/store/endpoints.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.delete, ({ caller, params }) =>
  deleteEndpoint({ brandId: caller.brand.id, id: params.id }),
);
