import { endpoint } from '#lib/http/endpoint.ts';
import { presentEndpoint } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { getEndpoint } from '#lib/webhooks/store/endpoints.ts';

export const handler = endpoint(webhooks.get, async ({ caller, params }) =>
  presentEndpoint(await getEndpoint({ brandId: caller.brand.id, id: params.id })),
);
