// Changes the status of commissions.

import { checkTransition, transitionConflict } from '#lib/foundation/shared/transitions.ts';
import type { Commission, CommissionStatus } from '#lib/money/commissions/schema/commission.ts';
import type { HoldReason } from '#lib/money/commissions/schema/hold.ts';

const transitions = {
  pending: ['approved', 'rejected', 'reversed'],
  approved: ['paid', 'rejected', 'reversed'],
  paid: [],
  rejected: [],
  reversed: [],
} as const satisfies Record<CommissionStatus, readonly CommissionStatus[]>;

export const checkStatusChange = (from: CommissionStatus, to: CommissionStatus): void =>
  checkTransition('commission', transitions, from, to);

export const isEarned = (
  status: CommissionStatus,
): status is Extract<CommissionStatus, 'pending' | 'approved' | 'paid'> =>
  status === 'pending' || status === 'approved' || status === 'paid';

/** `approvedBy` is null for an automatic approval. */
export function approve(before: Commission, approvedBy: string | null, now: Date): Commission {
  checkStatusChange(before.status, 'approved');
  if (before.status === 'approved') return before;
  const approvedAt = now.toISOString();
  return { ...before, status: 'approved', hold: null, approvedAt, approvedBy };
}

export const placeOnHold = (before: Commission, reason: HoldReason, now: Date): Commission => ({
  ...before,
  hold: { reason, since: now.toISOString() },
});

/**
 * Throws a 409 for a commission in a payout, for a commission with a clawback, and for a clawback. Rejecting a commission with
 * a clawback would deduct the refund from the creator twice, and rejecting a clawback would never deduct it.
 */
export function reject(before: Commission, reason: string): Commission {
  checkStatusChange(before.status, 'rejected');
  if (before.status === 'rejected') return before;
  if (before.payoutId !== null)
    throw transitionConflict('A commission that is in a payout', 'rejected', 'commission_in_payout');
  if (before.adjusts !== null)
    throw transitionConflict('A clawback of a refund', 'rejected', 'commission_adjusted');
  if (before.isAdjusted)
    throw transitionConflict('A commission that has a clawback', 'rejected', 'commission_adjusted');
  return { ...before, status: 'rejected', hold: null, reason };
}

export function reverse(before: Commission, reason: string): Commission {
  checkStatusChange(before.status, 'reversed');
  const { hold } = before;
  return {
    ...before,
    status: 'reversed',
    hold: null,
    ...(hold !== null && { holdBefore: hold }),
    reason,
  };
}

/**
 * Returns a reversed commission to the status that it had. The automatic approval never looks back, so a commission whose hold
 * period is over waits for a review.
 */
export function restore(before: Commission, now: Date): Commission {
  const { approvedAt, eligibleAt, holdBefore } = before;
  const restored = { ...before, reason: null, holdBefore: undefined };
  if (approvedAt !== null) return { ...restored, status: 'approved' };
  const pending = { ...restored, status: 'pending' as const };
  if (holdBefore !== undefined) return { ...pending, hold: holdBefore };
  return Date.parse(eligibleAt) > now.getTime() ? pending : placeOnHold(pending, 'orderChanged', now);
}
