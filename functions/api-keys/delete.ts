import { apiKeys } from '#lib/api-keys/routes.ts';
import { revokeApiKey } from '#lib/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(apiKeys.delete, ({ caller, params }) =>
  revokeApiKey(caller.accountId, params.id, caller),
);
