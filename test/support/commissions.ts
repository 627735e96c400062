// Commissions as stored: no endpoint makes one, so tests write them as their domain does.
import type { Commission } from '#lib/commissions/schema.ts';
import { addCommission } from '#lib/commissions/store.ts';
import { now } from '#lib/shared/clock.ts';
import { newId } from '#lib/shared/ids.ts';
import { transact } from '#lib/table/transaction.ts';

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
    ...given,
  };
}

export async function createCommission(given: Given): Promise<Commission> {
  const commission = someCommission(given);
  await transact(addCommission(commission));
  return commission;
}
