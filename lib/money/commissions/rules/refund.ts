// Decides how a refund of an order changes its commission.

import { newId } from '#lib/foundation/shared/ids.ts';
import { applyRate } from '#lib/foundation/shared/rates.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { isEarned, reverse } from './status.ts';

/** The amount of the order that is not refunded, before and after this refund, in minor units. */
interface RemainingAmounts {
  readonly before: number;
  readonly after: number;
}

const isOpen = ({ isAdjusted, status, payoutId }: Commission): boolean =>
  !isAdjusted && (status === 'pending' || (status === 'approved' && payoutId === null));

const reason = 'The order was refunded';

/**
 * Reduces or reverses an open commission. A commission that is paid, in a payout, or has a clawback keeps its amount, and a new
 * clawback (a negative commission) takes back the difference.
 */
export function applyRefund(
  commission: Commission,
  { before, after }: RemainingAmounts,
  now: Date,
): { readonly changed?: Commission; readonly clawback?: Commission } {
  const { rate, orderAmount, status, isAdjusted } = commission;
  const earned = applyRate(rate, orderAmount, after);
  if (isOpen(commission)) {
    if (after === 0) return { changed: reverse(commission, reason) };
    return earned === commission.amount ? {} : { changed: { ...commission, amount: earned } };
  }
  // With a clawback, the amount of the commission is no longer what it earns.
  const amount = earned - (isAdjusted ? applyRate(rate, orderAmount, before) : commission.amount);
  if (!isEarned(status) || amount === 0) return {};
  return { changed: { ...commission, isAdjusted: true }, clawback: newClawback(commission, amount, now) };
}

const newClawback = (commission: Commission, amount: number, now: Date): Commission => ({
  ...commission,
  id: newId('commission', now),
  amount,
  originalAmount: amount,
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
  explanation: undefined,
  isAdjusted: undefined,
  revision: 0,
});
