// Declares the items that this domain stores.

import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentPayout } from '#lib/money/payouts/present.ts';
import { payoutAtLastEvent } from '#lib/money/payouts/rules/last-event.ts';
import { payoutLinePersonalFields } from '#lib/money/payouts/rules/personal-fields.ts';
import type { PayoutStatus } from '#lib/money/payouts/schema/payout.ts';
import { storedPayout } from '#lib/money/payouts/schema/stored.ts';

/** The event of a change to this status. */
const typesByStatus = {
  preparing: 'payout.created',
  ready: 'payout.ready',
  paying: undefined,
  paid: 'payout.paid',
  reopening: undefined,
  updating: undefined,
  canceling: undefined,
  canceled: 'payout.canceled',
} as const satisfies Record<PayoutStatus, RecordedType | undefined>;

export const payoutsItems = {
  payout: {
    description: 'Payout',
    example: keys.item(sample.brand, 'payout', 'pay_01'),
    kept: kept.untilBrandIsDeleted,
    restore: 'last',
    events: recorded({
      schema: storedPayout,
      present: (payout) => presentPayout(payout),
      atLastEvent: payoutAtLastEvent,
      created: () => 'payout.created',
      changed: (before, after) => {
        if (before.status === after.status) return undefined;
        if (before.status === 'updating') return 'payout.updated';
        return before.status === 'reopening' ? 'payout.reopened' : typesByStatus[after.status];
      },
    }),
  },
  payoutLine: {
    description: 'Line of a payout',
    example: keys.payoutLine(sample.brand, 'pay_01', 'aff_01'),
    personal: 'C: name, e-mail address, reason of a failed payment',
    kept: kept.untilErased,
    erasure: payoutLinePersonalFields,
    restore: 'restored',
  },
  excludedLine: {
    description: 'Creator who is excluded from a payout, with the reason',
    example: keys.excludedLine(sample.brand, 'pay_01', 'aff_01'),
    personal: 'C: name, e-mail address',
    kept: kept.untilErased,
    erasure: payoutLinePersonalFields,
    restore: 'restored',
  },
  payoutBatch: {
    description: 'Batch of commissions that a payout has claimed',
    example: keys.payoutBatch(sample.brand, 'pay_01', 0),
    kept: 'until the payout is canceled',
    restore: 'restored',
  },
  newestPayout: {
    description: 'Pointer to the newest payout of a brand, so that only one is in preparation',
    example: keys.newestPayout(sample.brand),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
} satisfies StoredItems;
