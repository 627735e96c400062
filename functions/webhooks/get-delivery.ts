import { endpoint } from '#lib/http/endpoint.ts';
import { presentDelivery } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { getDelivery } from '#lib/webhooks/store/deliveries.ts';
import { readResponses } from '#lib/webhooks/store/responses.ts';

export const handler = endpoint(webhooks.getDelivery, async ({ caller, params, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const delivery = await getDelivery(reference, params.deliveryId);
  return presentDelivery(delivery, await readResponses([delivery], receivedAt));
});
