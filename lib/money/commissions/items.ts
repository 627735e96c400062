// Declares the items that this domain stores.

import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissionPersonalFields } from '#lib/money/commissions/rules/personal-fields.ts';
import { isEarned } from '#lib/money/commissions/rules/status.ts';
import { type CommissionStatus, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { customerOf } from '#lib/money/conversions/rules/list-keys.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';

/** The event of a change to this status. */
const typesByStatus = {
  /** A commission that is reopened is held for review. */
  pending: 'commission.held',
  approved: 'commission.approved',
  paid: 'commission.paid',
  rejected: 'commission.rejected',
  reversed: 'commission.reversed',
} as const satisfies Record<CommissionStatus, RecordedType>;

export const commissionsItems = {
  commission: {
    description: 'Commission',
    example: keys.item(sample.brand, 'commission', 'com_01'),
    personal: 'C, K: the reason of a rejection or of a manual commission',
    kept: kept.untilBrandIsDeleted,
    erasure: commissionPersonalFields,
    restore: 'restored',
    events: recorded({
      schema: storedCommission,
      present: (commission) => presentCommission(commission),
      customerKeyOf: (_, { order, brand }) => order && customerOf(storedConversion.parse(order), { brand }),
      created: () => 'commission.created',
      changed: (before, after) => {
        if (!isEarned(before.status) && isEarned(after.status)) return 'commission.restored';
        if (before.status === 'paid' && after.status === 'approved') return 'commission.payment_reversed';
        if (before.status !== after.status) return typesByStatus[after.status];
        if (before.amount !== after.amount) return 'commission.adjusted';
        return before.hold === null && after.hold !== null ? 'commission.held' : undefined;
      },
    }),
  },
  creatorMonth: {
    description: 'What tiers and monthly caps have added to a creator in a month',
    example: keys.creatorMonth(sample.brand, 'aff_01', '2026-11'),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
} satisfies StoredItems;
