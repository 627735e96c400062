// Builds the writes of API keys.

import type { ApiKey } from '#lib/access/api-keys/schema/stored.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { deleteExisting, putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';

export const maxApiKeys = 50;

export const apiKeyLimitReached = () =>
  forbidden(
    'api_key_limit_reached',
    `A brand can have at most ${maxApiKeys} API keys. Delete a key that is no longer used`,
  );

export const apiKeyKey = ({ brandId, id }: Pick<ApiKey, 'brandId' | 'id'>): Key =>
  keys.item(brandId, 'apiKey', id);

const putApiKey = (apiKey: ApiKey): Write =>
  putNew({
    ...apiKeyKey(apiKey),
    ...apiKey,
    ...indexKeys.byStatus(apiKey.brandId, 'apiKey', apiKey.mode),
  });

const removeApiKey = (apiKey: ApiKey): readonly Write[] => [
  deleteExisting(apiKeyKey(apiKey), staleWrite),
  { kind: 'delete', key: keys.apiKeyUse(apiKey.brandId, apiKey.id) },
];

const limit = { field: 'total', below: maxApiKeys, refused: apiKeyLimitReached };

export const addApiKey = (apiKey: ApiKey): readonly Write[] => [
  putApiKey(apiKey),
  incrementCounter(apiKey.brandId, 'apiKeys', apiKey.id, { total: 1, [apiKey.mode]: 1 }, limit),
];

/** The new key takes the place of the old one. */
export const replaceApiKey = (old: ApiKey, apiKey: ApiKey): readonly Write[] => [
  putApiKey(apiKey),
  ...removeApiKey(old),
  ...(old.mode === apiKey.mode
    ? []
    : [incrementCounter(apiKey.brandId, 'apiKeys', apiKey.id, { [apiKey.mode]: 1, [old.mode]: -1 })]),
];

/** Refused as stale if the key was changed or deleted since it was read. */
export const changeApiKey = (before: ApiKey, after: ApiKey): Write =>
  changeItem(apiKeyKey(before), before, after);

export const deleteApiKey = (apiKey: ApiKey): readonly Write[] => [
  ...removeApiKey(apiKey),
  incrementCounter(apiKey.brandId, 'apiKeys', apiKey.id, { total: -1, [apiKey.mode]: -1 }),
];
