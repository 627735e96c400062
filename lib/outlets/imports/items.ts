// Declares the items that this domain stores.
import { kept, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { importKeys } from '#lib/foundation/table/keys/import-keys.ts';

export const importsItems = {
  import: {
    description: 'Import, with its file in the bucket',
    example: importKeys.import(sample.brand, 'imp_01'),
    personal: 'C: the rows of the file',
    kept: 'file 7 days, import 30 days',
    erasure: 'the files of the brand are deleted, because they may contain the person',
    restore: 'kept',
  },
  importRow: {
    description: 'Result of a row of an import',
    example: importKeys.importRow(sample.brand, 'imp_01', 2),
    kept: '30 days',
    restore: 'kept',
  },
  importBalance: {
    description: 'Opening balance of a creator by an import, which records it once',
    example: importKeys.importBalance(sample.brand, 'aff_01'),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
} satisfies StoredItems;
