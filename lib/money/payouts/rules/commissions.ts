// Decides which commissions a payout can claim, and claims, releases and pays them.
import { checkStatusChange } from '#lib/money/commissions/rules/status.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';

export const isClaimable = ({ status, payoutId }: Commission): boolean =>
  status === 'approved' && payoutId === null;

export const isClaimedBy = ({ status, payoutId }: Commission, id: string): boolean =>
  status === 'approved' && payoutId === id;

export const isPaidBy = ({ status, payoutId }: Commission, id: string): boolean =>
  status === 'paid' && payoutId === id;

export const claimCommission = (before: Commission, payoutId: string): Commission => ({
  ...before,
  payoutId,
});

export const releaseCommission = (before: Commission): Commission => ({ ...before, payoutId: null });

/** The commission stays in its payout. */
export const unpayCommission = (before: Commission): Commission => ({
  ...before,
  status: 'approved',
  paidAt: null,
});

export const returnCommission = (before: Commission): Commission =>
  releaseCommission(unpayCommission(before));

export function payCommission(before: Commission, paidAt: string | null): Commission {
  checkStatusChange(before.status, 'paid');
  return { ...before, status: 'paid', paidAt };
}
