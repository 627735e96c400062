// Declares the items that this domain stores.

import { presentCommission } from '#lib/commissions/present.ts';
import { commissionPersonalFields } from '#lib/commissions/rules/personal-fields.ts';
import type { CommissionStatus } from '#lib/commissions/schema/commission.ts';
import { storedCommission } from '#lib/commissions/schema/commission.ts';
import type { RecordedType } from '#lib/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/contract/stored-item.ts';
import { customerOf } from '#lib/conversions/rules/list-keys.ts';
import { storedConversion } from '#lib/conversions/schema/conversion.ts';
import { keys } from '#lib/table/keys/keys.ts';

/** The event of a change to this status. */
const typesByStatus = {
  pending: 'commission.adjusted',
  approved: 'commission.approved',
  paid: 'commission.paid',
  rejected: 'commission.rejected',
  reversed: 'commission.reversed',
} as const satisfies Record<CommissionStatus, RecordedType>;

export const commissionsItems = {
  commission: {
    description: 'Commission',
    example: keys.item(sample.brand, 'commission', 'com_01'),
    personal: 'C, K: the reason of a rejection',
    kept: kept.untilBrandIsDeleted,
    erasure: commissionPersonalFields,
    restore: 'restored',
    events: recorded({
      schema: storedCommission,
      present: (commission) => presentCommission(commission),
      customerKeyOf: (_, { order, brand }) => order && customerOf(storedConversion.parse(order), { brand }),
      created: () => 'commission.created',
      changed: (before, after) => {
        if (before.status !== after.status) return typesByStatus[after.status];
        if (before.amount !== after.amount) return 'commission.adjusted';
        return before.hold === null && after.hold !== null ? 'commission.held' : undefined;
      },
    }),
  },
} satisfies StoredItems;
