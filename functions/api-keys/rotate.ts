import { presentApiKey } from '#lib/access/api-keys/present.ts';
import { apiKeys } from '#lib/access/api-keys/routes.ts';
import { rotateApiKey } from '#lib/access/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(apiKeys.rotate, async ({ caller, params, body, receivedAt }) => {
  const { apiKey, key } = await rotateApiKey(caller, params.id, body?.overlapHours, receivedAt);
  return { ...presentApiKey(apiKey, null), key };
});
