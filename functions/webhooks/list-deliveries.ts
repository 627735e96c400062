import { endpoint } from '#lib/http/endpoint.ts';
import { presentDelivery } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { listDeliveries } from '#lib/webhooks/store/deliveries.ts';
import { readResponses } from '#lib/webhooks/store/responses.ts';

export const handler = endpoint(webhooks.listDeliveries, async ({ caller, params, page, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const found = await listDeliveries(reference, page);
  const responses = await readResponses(found.items, receivedAt);
  return { ...found, items: found.items.map((delivery) => presentDelivery(delivery, responses)) };
});
