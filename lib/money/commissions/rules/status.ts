// Changes the status of commissions.

import { conflict } from '#lib/foundation/shared/errors.ts';
import { checkTransition, transitionConflict } from '#lib/foundation/shared/transitions.ts';
import type { Commission, CommissionStatus } from '#lib/money/commissions/schema/commission.ts';
import type { HoldReason } from '#lib/money/commissions/schema/hold.ts';
import { isMonthlyKind } from '#lib/money/commissions/schema/kind.ts';

const transitions = {
  pending: ['approved', 'rejected', 'reversed'],
  approved: ['pending', 'paid', 'rejected', 'reversed'],
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

const settledByTerms = () =>
  conflict(
    'commission_of_month',
    'The commission follows from the orders of its month: decide about these orders, or create a bonus or a deduction',
  );

/**
 * Throws a 409 for a commission in a payout, for a commission with a clawback, for a clawback, and for a commission of a month. Rejecting a commission with
 * a clawback would deduct the refund from the creator twice, and rejecting a clawback would never deduct it.
 */
function checkIsFree({ payoutId, adjusts, isAdjusted, manualKind }: Commission, to: CommissionStatus): void {
  if (isMonthlyKind(manualKind)) throw settledByTerms();
  if (payoutId !== null)
    throw transitionConflict('A commission that is in a payout', to, 'commission_in_payout');
  if (adjusts !== null) throw transitionConflict('A clawback of a refund', to, 'commission_adjusted');
  if (isAdjusted) throw transitionConflict('A commission that has a clawback', to, 'commission_adjusted');
}

/** Keeps what a restoration needs. */
const lose = (before: Commission, status: 'rejected' | 'reversed', reason: string | null): Commission => ({
  ...before,
  status,
  hold: null,
  ...(before.hold !== null && { holdBefore: before.hold }),
  ...(before.reason !== null && { reasonBefore: before.reason }),
  reason,
});

export function reject(before: Commission, reason: string | null): Commission {
  checkStatusChange(before.status, 'rejected');
  if (before.status === 'rejected') return before;
  checkIsFree(before, 'rejected');
  return lose(before, 'rejected', reason);
}

export function reverse(before: Commission, reason: string): Commission {
  checkStatusChange(before.status, 'reversed');
  return lose(before, 'reversed', reason);
}

/**
 * Returns a rejected or reversed commission to the status that it had. The automatic approval never looks back, so a commission whose hold
 * period is over waits for a review.
 */
export function restore(before: Commission, now: Date, review: HoldReason = 'orderChanged'): Commission {
  const { approvedAt, eligibleAt, holdBefore, reasonBefore = null } = before;
  const restored = { ...before, reason: reasonBefore, reasonBefore: undefined, holdBefore: undefined };
  if (approvedAt !== null) return { ...restored, status: 'approved' };
  const pending = { ...restored, status: 'pending' as const };
  if (holdBefore !== undefined) return { ...pending, hold: holdBefore };
  return Date.parse(eligibleAt) > now.getTime() ? pending : placeOnHold(pending, review, now);
}

/** Restoring a commission that is already restored changes nothing. */
export function undoRejection(before: Commission, now: Date): Commission {
  const { status } = before;
  if (status === 'pending' || status === 'approved') return before;
  if (status !== 'rejected') {
    throw conflict(
      'status_conflict',
      `A commission that is ${status} cannot be restored, only a rejected one`,
    );
  }
  // A rejected commission follows its order, and nothing is left of an order that is canceled or refunded as a whole.
  if (before.amount === 0) {
    throw conflict(
      'commission_earns_nothing',
      'The commission earns nothing, because its order is canceled, refunded or too small, so it stays rejected: restore it after the order has an amount again',
    );
  }
  return restore(before, now, 'reopened');
}

/** The automatic approval never looks back, so the commission waits for a review. */
export function reopen(before: Commission, now: Date): Commission {
  checkStatusChange(before.status, 'pending');
  if (before.status === 'pending') return before;
  checkIsFree(before, 'pending');
  return placeOnHold({ ...before, status: 'pending', approvedAt: null, approvedBy: null }, 'reopened', now);
}
