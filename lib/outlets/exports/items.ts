// Declares the items that this domain stores.
import { kept, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { exportKeys } from '#lib/foundation/table/keys/export-keys.ts';

export const exportsItems = {
  export: {
    description: 'Export, with its file in the bucket',
    example: exportKeys.export(sample.brand, 'exp_01'),
    personal: 'C, K: the items of the list',
    kept: 'file 7 days, export 30 days',
    erasure: 'files that may contain the person are deleted; exports in progress begin again',
    restore: 'kept',
  },
  inProgress: {
    description: 'Ids of the exports in progress',
    example: exportKeys.inProgress(sample.brand),
    kept: kept.untilBrandIsDeleted,
    restore: 'kept',
  },
} satisfies StoredItems;
