import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { prepareReplay } from '#lib/webhooks/store/deliveries.ts';

export const handler = idempotentEndpoint(webhooks.replay, async ({ caller, params, body, receivedAt }) => {
  const writes = await prepareReplay({ brandId: caller.brand.id, id: params.id }, body, receivedAt);
  return { answer: { status: 'accepted' } as const, writes };
});
