// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';

export const creatorSessionsItems = {
  creatorSession: {
    description: 'Session of a creator in the portal',
    example: creatorKeys.creatorSession(sample.brand, 'ses_01'),
    personal: 'C: ids',
    kept: '30 days',
    erasure: 'stays, but is not valid any more',
    restore: 'kept',
  },
  usedLink: {
    description: 'One-time link of a creator that was used',
    example: creatorKeys.usedLink(sample.brand, 'Hk3d8fJ2Hk3d8fJ2Hk3d8f'),
    kept: 'until the link expires',
    restore: 'kept',
  },
} satisfies StoredItems;
