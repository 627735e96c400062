import { presentDelivery } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { listDeliveries } from '#lib/outlets/webhooks/store/deliveries.ts';
import { readResponses } from '#lib/outlets/webhooks/store/responses.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.listDeliveries, async ({ caller, params, page, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const found = await listDeliveries(reference, page);
  const responses = await readResponses(found.items, receivedAt);
  return { ...found, items: found.items.map((delivery) => presentDelivery(delivery, responses)) };
});
