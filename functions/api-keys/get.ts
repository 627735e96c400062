import { presentApiKey } from '#lib/access/api-keys/present.ts';
import { apiKeys } from '#lib/access/api-keys/routes.ts';
import { getApiKey } from '#lib/access/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(apiKeys.get, async ({ caller, params }) => {
  const { apiKey, lastUsedAt } = await getApiKey(caller.accountId, params.id);
  return presentApiKey(apiKey, lastUsedAt);
});
