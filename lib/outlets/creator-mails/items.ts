// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { creatorMailKeys } from '#lib/foundation/table/keys/creator-mail-keys.ts';

export const creatorMailsItems = {
  creatorMail: {
    description: 'E-mail to a creator, which is kept so that it is sent once',
    example: creatorMailKeys.creatorMail(sample.brand, 'aff_01.Hk3d8fJ2Hk3d8fJ2Hk3d8f'),
    personal: 'C: e-mail address and name, only of an erased creator',
    kept: '15 days; the address until it is sent',
    erasure: 'stays until it expires',
    restore: 'kept',
  },
  digestDay: {
    description: 'Last day whose orders were mailed to creators',
    example: creatorMailKeys.digestDay(sample.brand),
    kept: 'until the operator deletes the brand',
    restore: 'kept',
  },
} satisfies StoredItems;
