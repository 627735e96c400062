// Declares the items that this domain stores.
import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { fraudKeys } from '#lib/foundation/table/keys/fraud-keys.ts';
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
    description: 'Order or creator that matches fraud rules of the brand',
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
  fraudClaim: {
    description: 'Claim of a fraud finding about a creator, so that it is created once',
    example: fraudKeys.fraudClaim(sample.brand, 'aff_02', ['severalAccounts', 'aff_01']),
    personal: 'C: ids',
    kept: kept.untilBrandIsDeleted,
    erasure: 'nothing, because the ids name a creator without personal data',
    restore: 'restored',
  },
} satisfies StoredItems;
