import { presentMessage } from '#lib/shops/connections/present.ts';
import { connections } from '#lib/shops/connections/routes.ts';
import { listMessages } from '#lib/shops/connections/store/messages.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(connections.listMessages, async ({ caller, params, query, page }) => {
  const found = await listMessages(caller.brand.id, params.id, query, page);
  return { ...found, items: found.items.map(presentMessage) };
});
