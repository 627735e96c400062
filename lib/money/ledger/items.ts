// Declares the items that this domain stores.
import { kept, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const ledgerItems = {
  ledgerEntry: {
    description: 'Ledger entry',
    example: keys.ledgerEntry(sample.brand, 'led_01'),
    personal: 'K: salted hash of the customer id',
    kept: kept.untilBrandIsDeleted,
    erasure: 'stays, because it finds the orders of the customer',
    restore: 'restored',
  },
} satisfies StoredItems;
