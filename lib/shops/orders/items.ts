// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';

export const ordersItems = {
  shopOrder: {
    description:
      'Version of the order that a shop has sent last, and refunds from messages without the order',
    example: shopKeys.shopOrder(sample.brand, 'con_01', 'order-1041'),
    personal: 'K: reasons of refunds',
    kept: '400 days after the last message',
    erasure: 'stays until it expires',
    restore: 'kept',
  },
} satisfies StoredItems;
