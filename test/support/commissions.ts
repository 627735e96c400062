// Commissions in any state, written as their domain writes them. POST /conversions makes only those that an order of today
// earns: pending, of a known amount of it, under an id of this moment. Tests of lists, payouts and the ledger need some that
// were approved long ago, that are due, of debts, or hundreds of them.
import { commissionEntry } from '#lib/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import { putCommission } from '#lib/commissions/writes.ts';
import { postEntries } from '#lib/ledger/writes.ts';
import { now } from '#lib/shared/clock.ts';
import { newId } from '#lib/shared/ids.ts';
import { transact } from '#lib/table/transact.ts';

type Given = Pick<Commission, 'brandId' | 'affiliateId'> & Partial<Commission>;

/** A commission of 10 percent of an order of 49.90; nothing is written yet. */
export function someCommission(given: Given, at = now()): Commission {
  return {
    id: newId('commission', at),
    campaignId: null,
    conversionId: newId('conversion', at),
    orderId: 'order-1',
    orderAmount: 4990,
    amount: 499,
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
    hold: null,
    adjusts: null,
    revision: 0,
    ...given,
  };
}

/** The writes that add it, with everything that it moves. */
export const addCommission = (commission: Commission) => [
  putCommission(commission),
  ...postEntries([commissionEntry(undefined, commission, new Date(commission.createdAt))]),
];

export async function createCommission(given: Given): Promise<Commission> {
  const commission = someCommission(given);
  await transact(addCommission(commission));
  return commission;
}
