import { presentEndpoint } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { listEndpoints } from '#lib/outlets/webhooks/store/endpoints.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.list, async ({ caller, page }) => {
  const found = await listEndpoints(caller.brand.id, page);
  return { ...found, items: found.items.map(presentEndpoint) };
});
