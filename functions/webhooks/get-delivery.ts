import { presentDelivery } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { getDelivery } from '#lib/outlets/webhooks/store/deliveries.ts';
import { readResponses } from '#lib/outlets/webhooks/store/responses.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.getDelivery, async ({ caller, params, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const delivery = await getDelivery(reference, params.deliveryId);
  return presentDelivery(delivery, await readResponses([delivery], receivedAt));
});
