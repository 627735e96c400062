import { presentApiKey } from '#lib/api-keys/present.ts';
import { apiKeys } from '#lib/api-keys/routes.ts';
import { createApiKey } from '#lib/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(apiKeys.create, async ({ caller, body, receivedAt }) => {
  const { apiKey, key } = await createApiKey(caller, body, receivedAt);
  return { ...presentApiKey(apiKey, null), key };
});
