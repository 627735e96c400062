// What a commission may become, and what it counts for as it is.

import type { Commission, CommissionStatus, HoldReason } from '#lib/commissions/schema/commission.ts';
import { checkTransition, transitionConflict } from '#lib/shared/transitions.ts';

const transitions = {
  pending: ['approved', 'rejected', 'reversed'],
  approved: ['paid', 'rejected', 'reversed'],
  paid: [],
  rejected: [],
  reversed: [],
} as const satisfies Record<CommissionStatus, readonly CommissionStatus[]>;

/** Throws 409 for a change that is not allowed; the status it has already is no change. */
export const checkStatusChange = (from: CommissionStatus, to: CommissionStatus): void =>
  checkTransition('commission', transitions, from, to);

/** Is its amount part of what the creator has earned? */
export const isEarned = (
  status: CommissionStatus,
): status is Extract<CommissionStatus, 'pending' | 'approved' | 'paid'> =>
  status === 'pending' || status === 'approved' || status === 'paid';

/**
 * As it is once it is approved: by a user, or by itself where that is null. A held one is approved by a user alone, who has
 * looked at it then: it is held no more.
 */
export function approved(before: Commission, userId: string | null, now: Date): Commission {
  checkStatusChange(before.status, 'approved');
  if (before.status === 'approved') return before;
  return { ...before, status: 'approved', hold: null, approvedAt: now.toISOString(), approvedBy: userId };
}

/** As it is once someone must look at it before it is approved. */
export const held = (before: Commission, reason: HoldReason, now: Date): Commission => ({
  ...before,
  hold: { reason, since: now.toISOString() },
});

/**
 * As it is once a user has rejected it. What is in a payout stays in it: 409. So does what a refund has taken back from: the
 * creator would be charged twice, by the rejection and by what was taken back. And so does what takes back: nothing else would.
 */
export function rejected(before: Commission, reason: string): Commission {
  checkStatusChange(before.status, 'rejected');
  if (before.status === 'rejected') return before;
  if (before.payoutId !== null) throw transitionConflict('A commission that is in a payout', 'rejected');
  if (before.adjusts !== null)
    throw transitionConflict('A commission that takes back from another one, after a refund,', 'rejected');
  if (before.isAdjusted)
    throw transitionConflict('A commission that a refund has taken back from', 'rejected');
  return { ...before, status: 'rejected', hold: null, reason };
}

/** As it is once a refund of all its order has taken it back. */
export function reversed(before: Commission, reason: string): Commission {
  checkStatusChange(before.status, 'reversed');
  return { ...before, status: 'reversed', hold: null, reason };
}
