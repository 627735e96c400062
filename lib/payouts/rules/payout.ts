// What a payout is made of, and what may become of it.

import { workingStatuses } from '#lib/payouts/rules/working-statuses.ts';
import type { PayoutChanges, PayoutStatus } from '#lib/payouts/schema/payout.ts';
import type { Line, Payout, Sum, Totals, Work } from '#lib/payouts/schema/stored.ts';
import { conflict } from '#lib/shared/errors.ts';
import { checkTransition } from '#lib/shared/transitions.ts';

/** From these it goes on by itself. */
const working: readonly PayoutStatus[] = workingStatuses;
export const isWorking = ({ status }: Pick<Payout, 'status'>): boolean => working.includes(status);

/** What a caller may have become of it, or what it is on its way to be; the same again is no change. */
const transitions = {
  preparing: ['canceled'],
  ready: ['paid', 'canceled'],
  paying: ['paid'],
  paid: [],
  canceling: ['canceled'],
  canceled: [],
} as const satisfies Record<PayoutStatus, readonly PayoutStatus[]>;

export const isSameSum = (one: Sum, other: Sum): boolean =>
  one.amount === other.amount && one.commissionsCount === other.commissionsCount;

export const zeroTotals: Totals = { amount: 0, affiliatesCount: 0, commissionsCount: 0 };

/** A creator who is owed nothing, or less than the minimum, is not paid yet. */
export const isPayable = ({ amount }: Pick<Line, 'amount'>, { minimum }: Pick<Payout, 'minimum'>): boolean =>
  amount > 0 && amount >= minimum;

/** The sum, and what these come to. */
export const addSums = (sum: Sum, others: readonly Sum[]): Sum => ({
  amount: others.reduce((all, { amount }) => all + amount, sum.amount),
  commissionsCount: others.reduce(
    (all, { commissionsCount }) => all + commissionsCount,
    sum.commissionsCount,
  ),
});

export const addLines = (totals: Totals, lines: readonly Line[]): Totals => ({
  ...addSums(totals, lines),
  affiliatesCount: totals.affiliatesCount + lines.length,
});

/** Going over the lines from the first one on. `dropped`: what those came to that have gone. */
export const finalizeWork = (claimed: Sum, dropped: Sum): Work => ({
  phase: 'finalize',
  after: null,
  claimed,
  dropped,
  totals: zeroTotals,
});

/** As it is once all its lines stand. */
export const markReady = (before: Payout, totals: Totals): Payout => ({
  ...before,
  ...totals,
  status: 'ready',
  isFinal: true,
  work: null,
});

function paidAs(before: Payout, reference: string | null, now: Date): Payout {
  if (before.status === 'paying' || before.status === 'paid') {
    if (before.reference === reference) return before;
    throw conflict(`A payout that is ${before.status} keeps its reference`);
  }
  return {
    ...before,
    status: 'paying',
    reference,
    paidAt: now.toISOString(),
    work: { phase: 'pay', next: 0 },
  };
}

function canceled(before: Payout, now: Date): Payout {
  if (before.status === 'canceling' || before.status === 'canceled') return before;
  const work: Work = before.isFinal ? { phase: 'release', next: 0 } : { phase: 'clear' };
  return { ...before, status: 'canceling', canceledAt: now.toISOString(), work };
}

/** What a caller wants of a payout: the same where it is that already, or on its way; a 409 where it cannot be. */
export function applyPayoutChanges(before: Payout, { status, reference }: PayoutChanges, now: Date): Payout {
  checkTransition('payout', transitions, before.status, status);
  return status === 'paid' ? paidAs(before, reference ?? null, now) : canceled(before, now);
}

/** Only a payout that is ready, or was paid as it is, has lines to pay by. */
export function checkHasFile(payout: Payout): void {
  const { status } = payout;
  if (status === 'ready' || status === 'paying' || status === 'paid') return;
  throw conflict(`A payout that is ${status} has no file to pay by`);
}
