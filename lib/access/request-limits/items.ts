// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { requestKeys } from '#lib/foundation/table/keys/request-keys.ts';

export const requestLimitsItems = {
  requestCount: {
    description: 'Number of requests in a minute',
    example: requestKeys.requestCount({ brandId: sample.brand, mode: 'live', minute: 29_710_000 }),
    kept: '2 minutes',
    restore: 'kept',
  },
} satisfies StoredItems;
