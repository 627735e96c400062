import { presentApiKey } from '#lib/access/api-keys/present.ts';
import { apiKeys } from '#lib/access/api-keys/routes.ts';
import { updateApiKey } from '#lib/access/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(apiKeys.update, async ({ caller, params, body, receivedAt }) => {
  const { apiKey, lastUsedAt } = await updateApiKey(caller, params.id, body, receivedAt);
  return presentApiKey(apiKey, lastUsedAt);
});
