import { presentApiKey } from '#lib/access/api-keys/present.ts';
import { apiKeys } from '#lib/access/api-keys/routes.ts';
import { createApiKey } from '#lib/access/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(apiKeys.create, async ({ caller, body, receivedAt }) => {
  const { apiKey, key } = await createApiKey(caller, body, receivedAt);
  return { ...presentApiKey(apiKey, null), key };
});
