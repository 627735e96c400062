// Declares the items that this domain stores.
import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentDispute } from './present.ts';
import { disputePersonalFields } from './rules/personal-fields.ts';
import { type DisputeStatus, storedDispute } from './schema/dispute.ts';

const typesByStatus = {
  open: 'dispute.opened',
  accepted: 'dispute.accepted',
  rejected: 'dispute.rejected',
  withdrawn: 'dispute.withdrawn',
} as const satisfies Record<DisputeStatus, RecordedType>;

export const disputesItems = {
  dispute: {
    description: 'Dispute of a creator about an order or a commission',
    example: keys.item(sample.brand, 'dispute', 'dsp_01'),
    personal: 'C: message, reason, metadata, external id',
    kept: kept.untilBrandIsDeleted,
    erasure: disputePersonalFields,
    erasureNote: 'an open dispute is withdrawn',
    restore: 'restored',
    events: recorded({
      schema: storedDispute,
      present: (dispute) => presentDispute(dispute),
      created: () => 'dispute.opened',
      changed: (before, after) => (before.status === after.status ? undefined : typesByStatus[after.status]),
    }),
  },
  openDispute: {
    description: 'Claim of a subject by the open dispute of a creator',
    example: keys.openDispute(sample.brand, 'aff_01', 'ID', 'com_01'),
    personal: 'C: ids',
    kept: 'until the dispute is closed',
    erasure: 'deleted, because the dispute is withdrawn',
    restore: 'restored',
  },
} satisfies StoredItems;
