import { readNonces } from '#lib/events/store/nonces.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentDelivery } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { getDelivery } from '#lib/webhooks/store/deliveries.ts';

export const handler = endpoint(webhooks.getDelivery, async ({ caller, params }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  return presentDelivery(await getDelivery(reference, params.deliveryId, { readNonces }));
});
