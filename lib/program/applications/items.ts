// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';

export const applicationsItems = {
  application: {
    description: 'Application whose e-mail address is not confirmed',
    example: creatorKeys.application(sample.brand, 'aff_01'),
    personal: 'C: name, e-mail address, profile, message',
    kept: '24 hours',
    erasure: 'deleted after 24 hours',
    restore: 'kept',
  },
  applicationsFrom: {
    description: 'Number of applications from one IP address in an hour',
    example: creatorKeys.applicationsFrom(sample.brand, 'hmac-of-the-address', 1),
    personal: 'keyed hash of the IP address',
    kept: '2 hours',
    restore: 'kept',
  },
} satisfies StoredItems;
