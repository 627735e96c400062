// Creates commissions in any state. POST /conversions can only create pending commissions with a current id.

import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { putCommission } from '#lib/money/commissions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';

type Given = Pick<Commission, 'brandId' | 'affiliateId'> & Partial<Commission>;

/** Returns a commission of 10 percent of an order of 49.90 without writing it. */
export function someCommission(given: Given, at = now()): Commission {
  const { amount = 499 } = given;
  return {
    id: newId('commission', at),
    campaignId: null,
    conversionId: newId('conversion', at),
    orderId: 'order-1',
    orderAmount: 4990,
    amount,
    originalAmount: amount,
    currency: 'USD',
    rate: { type: 'percentage', value: 1000, source: 'brand' },
    status: 'pending',
    createdAt: at.toISOString(),
    eligibleAt: at.toISOString(),
    approvedAt: null,
    approvedBy: null,
    paidAt: null,
    payoutId: null,
    reason: null,
    occurredAt: at.toISOString(),
    discountId: null,
    hold: null,
    adjusts: null,
    revision: 0,
    ...given,
  };
}

/** The writes that add a commission, its ledger entry and all totals. */
export const addCommission = (commission: Commission) => [
  putCommission(commission),
  ...postEntries([commissionEntry(undefined, commission, new Date(commission.createdAt))]),
];

export async function createCommission(given: Given): Promise<Commission> {
  const commission = someCommission(given);
  await transact(addCommission(commission));
  return commission;
}
