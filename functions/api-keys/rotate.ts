import { presentApiKey } from '#lib/api-keys/present.ts';
import { apiKeys } from '#lib/api-keys/routes.ts';
import { rotateApiKey } from '#lib/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(apiKeys.rotate, async ({ caller, params, body, receivedAt }) => {
  const { apiKey, key } = await rotateApiKey(caller, params.id, body?.overlapHours, receivedAt);
  return { ...presentApiKey(apiKey, null), key };
});
