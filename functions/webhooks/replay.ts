import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { prepareReplay } from '#lib/outlets/webhooks/store/deliveries.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(webhooks.replay, async ({ caller, params, body, receivedAt }) => {
  const writes = await prepareReplay({ brandId: caller.brand.id, id: params.id }, body, receivedAt);
  return { answer: { status: 'accepted' } as const, writes };
});
