import { presentApiKey } from '#lib/api-keys/present.ts';
import { apiKeys } from '#lib/api-keys/routes.ts';
import { listApiKeys } from '#lib/api-keys/store/list.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(apiKeys.list, async ({ caller, query, page }) => {
  const found = await listApiKeys(caller.accountId, query.mode, page);
  return { ...found, items: found.items.map(({ apiKey, lastUsedAt }) => presentApiKey(apiKey, lastUsedAt)) };
});
