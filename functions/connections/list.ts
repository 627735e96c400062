import { presentConnectionWith } from '#lib/shops/connections/present.ts';
import { connections } from '#lib/shops/connections/routes.ts';
import { listConnections } from '#lib/shops/connections/store/connections.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(connections.list, async ({ caller, page }) => {
  const found = await listConnections(caller.brand.id, page);
  return { ...found, items: found.items.map((one) => presentConnectionWith(one.connection, one.activity)) };
});
