import { presentApiKey } from '#lib/api-keys/present.ts';
import { apiKeys } from '#lib/api-keys/routes.ts';
import { createApiKey } from '#lib/api-keys/store/api-keys.ts';
import { grantOf } from '#lib/auth/rules/caller.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(apiKeys.create, async ({ caller, body, receivedAt }) => {
  const { apiKey, key } = await createApiKey(caller.accountId, body, grantOf(caller), receivedAt);
  return { ...presentApiKey(apiKey, null), key };
});
