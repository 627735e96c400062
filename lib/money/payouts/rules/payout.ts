// Calculates the sums and the status changes of payouts.

import { conflict } from '#lib/foundation/shared/errors.ts';
import { checkTransition } from '#lib/foundation/shared/transitions.ts';
import { unsettledStatuses, workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import type { PayoutChanges } from '#lib/money/payouts/schema/endpoints.ts';
import type { EmptyReason, PayoutStatus } from '#lib/money/payouts/schema/payout.ts';
import type { Line, Payout, Sum, Totals, Work } from '#lib/money/payouts/schema/stored.ts';
import { joinPeriods } from './period.ts';

type Counts = Readonly<Record<string, number>>;

const working: readonly PayoutStatus[] = workingStatuses;

export const isWorking = ({ status }: Pick<Payout, 'status'>): boolean => working.includes(status);

const unsettled: readonly PayoutStatus[] = unsettledStatuses;

export const isUnsettled = ({ status }: Pick<Payout, 'status'>): boolean => unsettled.includes(status);

/**
 * Compares the brand's counts of payouts by status from before and after a read of its commissions. Returns true if no payout
 * claimed or released commissions in between.
 */
export const areSettled = (before: Counts, after: Counts): boolean =>
  unsettled.every((status) => (before[status] ?? 0) === 0 && (after[status] ?? 0) === 0) &&
  before.total === after.total &&
  before.canceled === after.canceled;

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
  const work: Work = before.isFinal ? { phase: 'release', next: 0 } : { phase: 'clear' };
  return { ...before, status: 'canceling', canceledAt: now.toISOString(), work };
}

/** Returns `before` for a repeated request. Throws a 409 if the change is not allowed. */
export function applyPayoutChanges(before: Payout, { status, reference }: PayoutChanges, now: Date): Payout {
  checkTransition('payout', transitions, before.status, status);
  return status === 'paid' ? startPaying(before, reference ?? null, now) : startCanceling(before, now);
}

export function checkHasFile({ status }: Payout): void {
  if (status === 'ready' || status === 'paying' || status === 'paid') return;
  throw conflict(
    'payout_has_no_file',
    `A payout that is ${status} has no file; it must be ready, paying or paid`,
  );
}
