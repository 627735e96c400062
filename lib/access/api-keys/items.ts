// Declares the items that this domain stores.
import { presentApiKey } from '#lib/access/api-keys/present.ts';
import { storedApiKey, storedUse } from '#lib/access/api-keys/schema/stored.ts';
import { recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const apiKeysItems = {
  apiKey: {
    description: 'API key',
    example: keys.item(sample.brand, 'apiKey', 'key_01'),
    kept: 'until deleted',
    restore: 'kept',
    events: recorded({
      schema: storedApiKey,
      present: (apiKey) => presentApiKey(apiKey, null),
      created: () => 'api_key.created',
      changed: () => 'api_key.updated',
      deleted: 'api_key.deleted',
    }),
  },
  apiKeyUse: {
    description: 'Last use of an API key',
    example: keys.apiKeyUse(sample.brand, 'key_01'),
    kept: 'as long as the key',
    restore: 'kept',
    events: recorded({
      schema: storedUse,
      present: ({ addresses }) => ({ addresses: addresses.length }),
      hidden: ({ addresses }) => addresses.map(({ hash }) => hash),
      created: ({ addresses }) => (addresses.length === 0 ? undefined : 'api_key.first_used_from_address'),
      changed: () => 'api_key.first_used_from_address',
    }),
  },
} satisfies StoredItems;
