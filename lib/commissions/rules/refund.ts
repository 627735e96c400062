// What a refund makes of the commission of its order.

import type { Commission } from '#lib/commissions/schema/commission.ts';
import { newId } from '#lib/shared/ids.ts';
import { applyRate } from '#lib/shared/rates.ts';
import { isEarned, reversed } from './status.ts';

/** A refund of the order that a commission is for; what is left of the order before and after it, in minor units. */
interface Refund {
  readonly before: number;
  readonly after: number;
}

/** The amount may still change: the commission is neither paid nor in a payout, and has no clawback. */
const isOpen = ({ isAdjusted, status, payoutId }: Commission): boolean =>
  !isAdjusted && (status === 'pending' || (status === 'approved' && payoutId === null));

const reason = 'The order was refunded';

/**
 * What a refund makes of a commission. One that is open is computed anew from what is left of the order, or reversed. One
 * that is paid, or in a payout, or was when another refund came, stays, and what it is too much is taken back by a
 * negative one, approved at once. Nothing where nothing changes: a rejected one, or an amount that is the same.
 */
export function refunded(
  commission: Commission,
  { before, after }: Refund,
  now: Date,
): { readonly changed?: Commission; readonly added?: Commission } {
  const { rate, status } = commission;
  if (isOpen(commission)) {
    if (after === 0) return { changed: reversed(commission, reason) };
    const amount = applyRate(rate, after);
    return amount === commission.amount ? {} : { changed: { ...commission, amount } };
  }
  const amount = applyRate(rate, after) - applyRate(rate, before);
  if (!isEarned(status) || amount === 0) return {};
  return { changed: { ...commission, isAdjusted: true }, added: adjustmentOf(commission, amount, now) };
}

const adjustmentOf = (commission: Commission, amount: number, now: Date): Commission => ({
  ...commission,
  id: newId('commission', now),
  amount,
  status: 'approved',
  createdAt: now.toISOString(),
  eligibleAt: now.toISOString(),
  approvedAt: now.toISOString(),
  approvedBy: null,
  paidAt: null,
  payoutId: null,
  reason,
  hold: null,
  adjusts: commission.id,
  isAdjusted: undefined,
  revision: 0,
});
