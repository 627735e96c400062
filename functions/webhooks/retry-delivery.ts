import { presentDelivery } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { prepareRetry } from '#lib/outlets/webhooks/store/deliveries.ts';
import { readResponses } from '#lib/outlets/webhooks/store/responses.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(webhooks.retryDelivery, async ({ caller, params, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const { delivery, writes } = await prepareRetry(reference, params.deliveryId, receivedAt);
  return { answer: presentDelivery(delivery, await readResponses([delivery], receivedAt)), writes };
});
