import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { presentDelivery } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { prepareRetry } from '#lib/webhooks/store/deliveries.ts';
import { readResponses } from '#lib/webhooks/store/responses.ts';

export const handler = idempotentEndpoint(webhooks.retryDelivery, async ({ caller, params, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const { delivery, writes } = await prepareRetry(reference, params.deliveryId, receivedAt);
  return { answer: presentDelivery(delivery, await readResponses([delivery], receivedAt)), writes };
});
