// Declares the endpoints of API keys.
import * as z from 'zod';
import { created, empty, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOfAnyPlan, adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import {
  apiKeyAnswer,
  apiKeyChanges,
  apiKeyFilters,
  apiKeyInput,
  newApiKeyAnswer,
  rotateInput,
} from './schema/endpoints.ts';

const params = z.strictObject({ id: idSchema('apiKey') });

const grantNote =
  'A key with the scope `keys:write` can do this only for keys whose scopes it has itself; otherwise the response is a 403.';

const ownKeyNote = 'A key cannot do this to itself: the response is a 403.';

export const apiKeys = defineRoutes('apiKeys', {
  create: {
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key',
    description:
      'Returns the key in `data.key`, only this once; the service stores a hash. A brand can have 50 keys; the 51st takes the place of an ' +
      `expired key, or is a 403. ${grantNote} If the response is lost, delete the key and create another one.`,
    access: adminOnly,
    scope: 'keys:write',
    testMode: 'refused',
    body: apiKeyInput,
    answer: created(newApiKeyAnswer),
    answersWithSecret: true,
    errors: ['grant_exceeded', 'api_key_limit_reached'],
    table: {
      actions: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      guarded: { apiKeys: 'write' },
    },
  },
  list: {
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    description:
      'Returns the newest key first, without the keys themselves. Filter by `mode`. Available on every plan.',
    access: adminOfAnyPlan,
    scope: 'keys:read',
    testMode: 'refused',
    query: apiKeyFilters,
    answer: list(apiKeyAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'], guarded: { apiKeys: 'read' } },
  },
  get: {
    method: 'GET',
    path: '/api-keys/{id}',
    summary: 'Get an API key',
    description: 'Returns the settings and the last use of a key, without the key itself.',
    access: adminOnly,
    scope: 'keys:read',
    testMode: 'refused',
    params,
    answer: item(apiKeyAnswer),
    table: { actions: ['BatchGetItem'], guarded: { apiKeys: 'read' } },
  },
  update: {
    method: 'PATCH',
    path: '/api-keys/{id}',
    summary: 'Update an API key',
    description:
      'Changes the name, the scopes, the expiry or the allowed addresses, from the next request on. `null` removes the expiry or ' +
      `the restriction to addresses. ${grantNote} ${ownKeyNote}`,
    access: adminOnly,
    scope: 'keys:write',
    testMode: 'refused',
    params,
    body: apiKeyChanges,
    answer: item(apiKeyAnswer),
    errors: ['grant_exceeded'],
    table: { actions: ['BatchGetItem', 'UpdateItem', 'ConditionCheckItem'], guarded: { apiKeys: 'write' } },
  },
  delete: {
    method: 'DELETE',
    path: '/api-keys/{id}',
    summary: 'Delete an API key',
    description:
      'The key is refused from the next request on. A key may delete itself. Available on every plan.',
    access: adminOfAnyPlan,
    scope: 'keys:write',
    testMode: 'refused',
    ignoresRequestLimit: true,
    params,
    answer: empty(),
    table: {
      actions: ['BatchGetItem', 'UpdateItem', 'DeleteItem', 'PutItem', 'ConditionCheckItem'],
      guarded: { apiKeys: 'write' },
    },
  },
  rotate: {
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    summary: 'Rotate an API key',
    description:
      'Creates a key with the same name, mode, scopes and allowed addresses, and returns it in `data.key`, only this once. The old key expires ' +
      'after `overlapHours`, so that servers can change to the new key without an interruption. If the old key has an expiry, the ' +
      `new key lives equally long. Returns 409 for an expired key. ${grantNote} ${ownKeyNote}`,
    access: adminOnly,
    scope: 'keys:write',
    testMode: 'refused',
    params,
    body: rotateInput,
    answer: created(newApiKeyAnswer),
    answersWithSecret: true,
    errors: ['grant_exceeded', 'api_key_limit_reached', 'api_key_not_rotatable'],
    table: {
      actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      guarded: { apiKeys: 'write' },
    },
  },
});
