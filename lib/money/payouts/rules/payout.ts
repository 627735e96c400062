// Calculates the sums and the status changes of payouts.

import { conflict } from '#lib/foundation/shared/errors.ts';
import { checkTransition } from '#lib/foundation/shared/transitions.ts';
import type { PayoutChanges } from '#lib/money/payouts/schema/endpoints.ts';
import type { EmptyReason, PayoutStatus } from '#lib/money/payouts/schema/payout.ts';
import type { Line, Payout, Sum, Totals, Work } from '#lib/money/payouts/schema/stored.ts';
import { joinPeriods } from './period.ts';

export const payoutInProgress = ({ id, status }: Pick<Payout, 'id' | 'status'>) =>
  conflict(
    'payout_in_progress',
    `Payout ${id} is still ${status}. Send the request again when \`GET /payouts/${id}\` shows another status`,
    {
      details: [{ path: '', message: `${id} is ${status}`, values: [id] }],
    },
  );

const transitions = {
  preparing: ['canceled'],
  ready: ['paid', 'canceled'],
  paying: ['paid'],
  paid: [],
  reopening: [],
  updating: [],
  canceling: ['canceled'],
  canceled: [],
} as const satisfies Record<PayoutStatus, readonly PayoutStatus[]>;

export const isSameSum = (one: Sum, other: Sum): boolean =>
  one.amount === other.amount && one.commissionsCount === other.commissionsCount;

export const zeroTotals: Totals = {
  amount: 0,
  affiliatesCount: 0,
  commissionsCount: 0,
  excludedCount: 0,
  periodStart: null,
  periodEnd: null,
};

export const addSums = (sum: Sum, others: readonly Sum[]): Sum => ({
  amount: others.reduce((all, { amount }) => all + amount, sum.amount),
  commissionsCount: others.reduce(
    (all, { commissionsCount }) => all + commissionsCount,
    sum.commissionsCount,
  ),
});

export const addLines = (totals: Totals, lines: readonly Line[]): Totals => ({
  ...totals,
  ...addSums(totals, lines),
  ...joinPeriods([totals, ...lines]),
  affiliatesCount: totals.affiliatesCount + lines.length,
});

export const firstWork: Work = {
  phase: 'gather',
  position: { place: 0, after: null },
  claimed: zeroTotals,
};

export const finalizeWork = (claimed: Sum): Work => ({
  phase: 'finalize',
  after: null,
  claimed,
  dropped: zeroTotals,
  totals: zeroTotals,
  hasBelowMinimum: false,
});

export const markReady = (before: Payout, totals: Totals): Payout => ({
  ...before,
  ...totals,
  status: 'ready',
  isFinal: true,
  work: null,
});

/** Cancels a payout without payable lines. Its commissions are released, so that a later payout can contain them. */
export const cancelEmpty = (
  before: Payout,
  { emptyReason, excludedCount }: { readonly emptyReason: EmptyReason; readonly excludedCount: number },
  now: Date,
): Payout => ({
  ...before,
  emptyReason,
  excludedCount,
  isFinal: true,
  canceledAt: now.toISOString(),
  ...(before.batches === 0
    ? { status: 'canceled', work: null }
    : { status: 'canceling', work: { phase: 'release', next: 0 } }),
});

function startPaying(before: Payout, reference: string | null, now: Date): Payout {
  if (before.status === 'paying' || before.status === 'paid') {
    if (before.reference === reference) return before;
    throw conflict(
      'payout_reference_used',
      `The payout is already ${before.status} with another reference: send the same \`reference\``,
    );
  }
  return {
    ...before,
    status: 'paying',
    reference,
    paidAt: now.toISOString(),
    work: { phase: 'pay', next: 0 },
  };
}

function startCanceling(before: Payout, now: Date): Payout {
  if (before.status === 'canceling' || before.status === 'canceled') return before;
  if (before.paidCount > 0)
    throw conflict(
      'payout_has_paid_lines',
      `${before.paidCount} lines of the payout are marked as paid: mark the other lines as failed, and then the payout as paid`,
    );
  const work: Work = before.isFinal ? { phase: 'release', next: 0 } : { phase: 'clear' };
  return { ...before, status: 'canceling', canceledAt: now.toISOString(), work };
}

/** Returns `before` for a repeated request. Throws a 409 if the change is not allowed. */
export function applyPayoutChanges(before: Payout, { status, reference }: PayoutChanges, now: Date): Payout {
  checkTransition('payout', transitions, before.status, status);
  return status === 'paid' ? startPaying(before, reference ?? null, now) : startCanceling(before, now);
}
