import { endpoint } from '#lib/http/endpoint.ts';
import { presentDelivery } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { listDeliveries } from '#lib/webhooks/store/deliveries.ts';

export const handler = endpoint(webhooks.listDeliveries, async ({ caller, params, page }) => {
  const found = await listDeliveries({ brandId: caller.brand.id, id: params.id }, page);
  return { ...found, items: found.items.map(presentDelivery) };
});
