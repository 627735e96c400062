// Decides how a commission follows its order after a refund, an edit or a cancellation.

import { isDeepStrictEqual } from 'node:util';
import { newId } from '#lib/foundation/shared/ids.ts';
import { applyRate } from '#lib/foundation/shared/rates.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import type { Earnings } from './earnings.ts';
import { commissionChangeEntries, commissionEntry } from './ledger-entries.ts';
import { isEarned, restore, reverse } from './status.ts';

/** The amounts of an order, in minor units. */
export interface OrderAmounts {
  readonly amount: number;
  readonly refundedAmount: number;
}

interface OrderChange {
  readonly before: OrderAmounts;
  readonly after: OrderAmounts;
  /** Explains a reversal or an adjustment to the creator. */
  readonly reason: string;
  /** The rate that terms give for the changed order. If it is absent, the commission keeps its rate. */
  readonly earnings?: Earnings | undefined;
}

export interface Settlement {
  readonly changed?: Commission;
  /** A new commission of the difference: a clawback if it is negative, otherwise a supplement. */
  readonly adjustment?: Commission;
}

const isOpen = ({ isAdjusted, status, payoutId }: Commission): boolean =>
  !isAdjusted && (status === 'pending' || (status === 'approved' && payoutId === null));

const remainingOf = ({ amount, refundedAmount }: OrderAmounts): number => amount - refundedAmount;

/** Only commissions of orders are settled, and these have a rate. */
/** Returns minor units. */
export const earnedOf = ({ rate }: Pick<Commission, 'rate'>, order: OrderAmounts): number =>
  rate === null ? 0 : applyRate(rate, order.amount, remainingOf(order));

const followingOf = (commission: Commission, { after, earnings }: OrderChange): Commission => ({
  ...commission,
  orderAmount: after.amount,
  ...(earnings && { rate: earnings.rate ?? null, explanation: earnings.explanation }),
});

/** A commission whose amount stays still follows its order, so that a later refund or its reversal has the right rate. */
const isSameBasis = (one: Commission, other: Commission): boolean =>
  one.orderAmount === other.orderAmount &&
  isDeepStrictEqual(one.rate, other.rate) &&
  isDeepStrictEqual(one.explanation, other.explanation);

/**
 * Makes a commission what its rate earns of the order. A commission that is paid, in a payout, or already adjusted keeps its
 * amount, and an adjustment has the difference. A rejected commission also follows, so that it can be restored.
 */
export function settle(commission: Commission, change: OrderChange, now: Date): Settlement {
  const { after, reason } = change;
  const { status } = commission;
  const following = followingOf(commission, change);
  const amount = earnedOf(following, after);
  const isOver = remainingOf(after) === 0;
  const unlessSame = (changed: Commission): Settlement =>
    changed.status === status && changed.amount === commission.amount && isSameBasis(changed, commission)
      ? {}
      : { changed };
  if (status === 'reversed') return unlessSame(isOver ? following : { ...restore(following, now), amount });
  if (status === 'rejected') return unlessSame({ ...following, amount });
  if (isOpen(commission)) return unlessSame(isOver ? reverse(following, reason) : { ...following, amount });
  return adjust(commission, change, now);
}

/** With adjustments, the amount of the commission is no longer what it earns, so the order before the change says it. */
function adjust(commission: Commission, change: OrderChange, now: Date): Settlement {
  const { before, after, reason } = change;
  const earned = commission.isAdjusted ? earnedOf(commission, before) : commission.amount;
  const following = followingOf(commission, change);
  const amount = earnedOf(following, after) - earned;
  if (!isEarned(commission.status)) return {};
  if (amount === 0) return isSameBasis(following, commission) ? {} : { changed: following };
  return {
    changed: { ...following, isAdjusted: true },
    adjustment: newAdjustment(following, { amount, reason }, now),
  };
}

const newAdjustment = (
  commission: Commission,
  { amount, reason }: { readonly amount: number; readonly reason: string },
  now: Date,
): Commission => ({
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

/** An adjusted commission keeps its balance, so only its adjustment has an entry. */
export const settlementEntries = (
  before: Commission,
  { changed, adjustment }: Settlement,
  now: Date,
): readonly LedgerEntry[] => [
  ...(changed === undefined ? [] : commissionChangeEntries(before, changed, now)),
  ...(adjustment === undefined ? [] : [commissionEntry(undefined, adjustment, now)]),
];
