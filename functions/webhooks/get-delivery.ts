import { endpoint } from '#lib/http/endpoint.ts';
import { presentDelivery } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { getDelivery } from '#lib/webhooks/store/deliveries.ts';

export const handler = endpoint(webhooks.getDelivery, async ({ caller, params }) =>
  presentDelivery(await getDelivery({ brandId: caller.brand.id, id: params.id }, params.deliveryId)),
);
