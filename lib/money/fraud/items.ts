// Declares the items that this domain stores.
import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentFinding } from './present.ts';
import { findingPersonalFields } from './rules/personal-fields.ts';
import { type FindingStatus, storedFinding } from './schema/finding.ts';

const typesByStatus = {
  open: 'fraud_finding.created',
  dismissed: 'fraud_finding.dismissed',
  confirmed: 'fraud_finding.confirmed',
} as const satisfies Record<FindingStatus, RecordedType>;

export const fraudItems = {
  fraudFinding: {
    description: 'Order that matches fraud rules of the brand',
    example: keys.item(sample.brand, 'fraudFinding', 'frd_01'),
    personal: 'C: ids, note',
    kept: kept.untilBrandIsDeleted,
    erasure: findingPersonalFields,
    restore: 'restored',
    events: recorded({
      schema: storedFinding,
      present: (finding) => presentFinding(finding),
      created: () => 'fraud_finding.created',
      changed: (before, after) => (before.status === after.status ? undefined : typesByStatus[after.status]),
    }),
  },
} satisfies StoredItems;
