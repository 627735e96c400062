import { endpoint } from '#lib/http/endpoint.ts';
import { presentEndpoint } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { listEndpoints } from '#lib/webhooks/store/endpoints.ts';

export const handler = endpoint(webhooks.list, async ({ caller, page }) => {
  const found = await listEndpoints(caller.brand.id, page);
  return { ...found, items: found.items.map(presentEndpoint) };
});
