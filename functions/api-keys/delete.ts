import { apiKeys } from '#lib/access/api-keys/routes.ts';
import { revokeApiKey } from '#lib/access/api-keys/store/api-keys.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(apiKeys.delete, ({ caller, params }) =>
  revokeApiKey(caller.accountId, params.id, caller),
);
