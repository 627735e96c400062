// Declares the items that this domain stores.
import { kept, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const testModeItems = {
  testTwin: {
    description: 'Generation and clock of the test twin of a brand',
    example: keys.testTwin(sample.brand),
    kept: kept.untilBrandIsDeleted,
    restore: 'kept',
  },
} satisfies StoredItems;
