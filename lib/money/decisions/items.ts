// Declares the items that this domain stores.
import type { StoredItems } from '#lib/foundation/contract/stored-item.ts';
import { sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const decisionsItems = {
  decision: {
    description: 'Bulk decision, with its progress',
    example: keys.decision(sample.brand, 'dec_01'),
    personal: 'C: ids, the reason of a rejection',
    kept: '30 days',
    erasure: 'expires',
    restore: 'kept',
  },
  runningDecision: {
    description: 'Id of the bulk decision that is running, one for approvals and one for rejections',
    example: keys.runningDecision(sample.brand, 'approve'),
    kept: 'until the decision is completed',
    restore: 'kept',
  },
} satisfies StoredItems;
