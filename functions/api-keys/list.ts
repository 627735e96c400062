import { presentApiKey } from '#lib/api-keys/present.ts';
import { apiKeys } from '#lib/api-keys/routes.ts';
import { requireMode } from '#lib/api-keys/rules/api-key.ts';
import { listApiKeys } from '#lib/api-keys/store/api-keys.ts';
import { grantOf } from '#lib/auth/rules/caller.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(apiKeys.list, async ({ caller, query, page }) => {
  const { modes } = grantOf(caller);
  const mode = query.mode ?? (modes.includes('live') ? undefined : 'test');
  if (mode !== undefined) requireMode(grantOf(caller), { mode });
  const found = await listApiKeys(caller.accountId, mode, page);
  return { ...found, items: found.items.map(({ apiKey, lastUsedAt }) => presentApiKey(apiKey, lastUsedAt)) };
});
