import { presentEndpoint } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { getEndpoint } from '#lib/outlets/webhooks/store/endpoints.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.get, async ({ caller, params }) =>
  presentEndpoint(await getEndpoint({ brandId: caller.brand.id, id: params.id })),
);
