import { presentApiKey } from '#lib/api-keys/present.ts';
import { apiKeys } from '#lib/api-keys/routes.ts';
import { rotateApiKey } from '#lib/api-keys/store/api-keys.ts';
import { grantOf } from '#lib/auth/rules/caller.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(apiKeys.rotate, async ({ caller, params, body, receivedAt }) => {
  const reference = { brandId: caller.accountId, id: params.id };
  const { apiKey, key } = await rotateApiKey(reference, body?.overlapHours, grantOf(caller), receivedAt);
  return { ...presentApiKey(apiKey, null), key };
});
