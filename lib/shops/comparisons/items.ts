// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { reconciliationKeys } from '#lib/foundation/table/keys/reconciliation-keys.ts';

export const comparisonsItems = {
  reconciliation: {
    description: 'Reconciliation of a connection with the export of its shop, with its file in the bucket',
    example: reconciliationKeys.reconciliation(sample.brand, 'rec_01'),
    personal: 'K: the customers of the orders in the file',
    kept: 'file 7 days, reconciliation 30 days',
    erasure: 'the files of the brand are deleted, because they may contain the person',
    restore: 'kept',
  },
  difference: {
    description: 'Difference between a recorded order and that of a shop',
    example: reconciliationKeys.difference(sample.brand, 'rec_01', 'missing', 'dif_01'),
    kept: '30 days',
    restore: 'kept',
  },
} satisfies StoredItems;
