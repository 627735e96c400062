import { presentApiKey } from '#lib/access/api-keys/present.ts';
import { apiKeys } from '#lib/access/api-keys/routes.ts';
import { listApiKeys } from '#lib/access/api-keys/store/list.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(apiKeys.list, async ({ caller, query, page }) => {
  const found = await listApiKeys(caller.accountId, query.mode, page);
  return { ...found, items: found.items.map(({ apiKey, lastUsedAt }) => presentApiKey(apiKey, lastUsedAt)) };
});
