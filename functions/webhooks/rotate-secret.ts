import { endpoint } from '#lib/http/endpoint.ts';
import { presentEndpoint } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { rotateSecret } from '#lib/webhooks/store/endpoints.ts';

export const handler = endpoint(webhooks.rotateSecret, async ({ caller, params, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const { endpoint: rotated, secret } = await rotateSecret(reference, receivedAt);
  return { ...presentEndpoint(rotated), secret };
});
