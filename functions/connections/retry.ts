import { connections } from '#lib/shops/connections/routes.ts';
import { prepareRetry } from '#lib/shops/connections/store/messages.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(connections.retry, async ({ caller, params, body }) => {
  const { writes, ...answer } = await prepareRetry(caller.brand.id, params.id, body);
  return { answer, writes };
});
