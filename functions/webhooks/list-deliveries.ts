import { readNonces } from '#lib/events/store/nonces.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentDelivery } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { listDeliveries } from '#lib/webhooks/store/deliveries.ts';

export const handler = endpoint(webhooks.listDeliveries, async ({ caller, params, page }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const found = await listDeliveries(reference, page, { readNonces });
  return { ...found, items: found.items.map(presentDelivery) };
});
