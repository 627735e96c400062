// Calculates the balance of a creator from its figures. Amounts are in minor units.
import type { Payable } from '#lib/outlets/figures/rules/payables.ts';

interface Earned {
  /** Everything that is pending, approved or paid. */
  readonly commissionEarned: number;
  readonly payable: Payable;
  readonly minimum: number;
}

function statusOf(approved: number, inPayout: number, minimum: number) {
  if (inPayout > 0) return 'inProgress';
  if (approved <= 0) return 'nothing';
  return approved < minimum ? 'belowMinimum' : 'waiting';
}

/** Figures can be some seconds older than the sum of everything, so `paid` is not negative meanwhile. */
export function balanceOf({ commissionEarned, payable, minimum }: Earned) {
  const { pending, due, inPayout } = payable;
  const approved = due - inPayout;
  const status = statusOf(approved, inPayout, minimum);
  return {
    ...{ pending, approved, inPayout },
    paid: Math.max(0, commissionEarned - pending - due),
    nextPayout: { status, amount: inPayout > 0 ? inPayout : Math.max(0, approved), minimum },
  } as const;
}
