// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';

export const ordersItems = {
  shopOrder: {
    description: 'Version of the order that a shop has sent last, and its reversed refunds',
    example: shopKeys.shopOrder(sample.brand, 'con_01', 'order-1041'),
    kept: '400 days after the last message',
    restore: 'kept',
  },
} satisfies StoredItems;
