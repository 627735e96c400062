import { presentEndpoint } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { rotateSecret } from '#lib/outlets/webhooks/store/endpoints.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.rotateSecret, async ({ caller, params, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const { endpoint: rotated, secret } = await rotateSecret(reference, receivedAt);
  return { ...presentEndpoint(rotated), secret };
});
