// Derives the ledger entry of a commission from its states before and after a change.

import { newId } from '#lib/foundation/shared/ids.ts';
import { deltasBetween } from '#lib/foundation/shared/transitions.ts';
import type { Commission, CommissionStatus } from '#lib/money/commissions/schema/commission.ts';
import { earningAccounts } from '#lib/money/ledger/rules.ts';
import type { Account, LedgerEntry, LedgerKind, Posting } from '#lib/money/ledger/schema.ts';
import { commissionListKeys } from './list-keys.ts';
import { isEarned } from './status.ts';

type Balances = Readonly<Partial<Record<Account, number>>>;

export function balancesOf(commission: Commission | undefined): Balances {
  if (commission === undefined) return {};
  const { status, amount, payoutId } = commission;
  if (!isEarned(status)) return {};
  if (status === 'approved' && payoutId !== null) return { inPayout: amount };
  return { [status]: amount };
}

function postingsBetween(before: Balances, after: Balances): readonly Posting[] {
  const owed = earningAccounts.map((account) => ({
    account,
    amount: (before[account] ?? 0) - (after[account] ?? 0),
  }));
  const cost = owed.reduce((sum, { amount }) => sum - amount, 0);
  return [{ account: 'commissions' as const, amount: cost }, ...owed].filter(({ amount }) => amount !== 0);
}

/** Omits `pending`, because a commission returns to this status only by a restoration or a reopening. */
const kindByStatus = {
  approved: 'approval',
  paid: 'payout',
  rejected: 'rejection',
  reversed: 'reversal',
} as const satisfies Record<Exclude<CommissionStatus, 'pending'>, LedgerKind>;

const isNewlyHeld = (before: Commission, after: Commission): boolean =>
  before.hold === null && after.hold !== null;

/** A commission that stays pending is released by the decision about a fraud finding alone. */
const isReleased = (before: Commission, after: Commission): boolean =>
  before.hold !== null && after.hold === null && before.status === 'pending' && after.status === 'pending';

function kindOf(before: Commission | undefined, after: Commission): LedgerKind {
  if (before === undefined) return after.manualKind ?? (after.adjusts === null ? 'commission' : 'adjustment');
  if (!isEarned(before.status) && isEarned(after.status)) return 'restoration';
  if (before.status === 'paid' && after.status === 'approved')
    return after.payoutId === null ? 'payoutReturn' : 'payoutReopen';
  if (after.status !== 'pending' && after.status !== before.status) return kindByStatus[after.status];
  if (after.status !== before.status) return 'reopening';
  if (isNewlyHeld(before, after) && before.amount === after.amount) return 'hold';
  if (isReleased(before, after) && before.amount === after.amount) return 'holdRelease';
  if (before.payoutId === after.payoutId) return 'adjustment';
  return after.payoutId === null ? 'payoutRelease' : 'payoutClaim';
}

const countsOf = ({ status, hold }: Commission) => ({ total: 1, [status]: 1, held: hold === null ? 0 : 1 });

const countDeltas = (before: Commission | undefined, after: Commission): Readonly<Record<string, number>> =>
  deltasBetween(before === undefined ? {} : countsOf(before), countsOf(after));

/**
 * A manual commission, and that of a lead or signup, has no amount of an order, so it counts itself in the sum that bounds all others
 * (lib/money/ledger/writes.ts). A clawback of a lead is never larger than what has counted before.
 */
function orderCounts(
  before: Commission | undefined,
  { manualKind, leadKind, amount }: Commission,
): LedgerEntry['conversions'] {
  if (manualKind !== undefined) return before === undefined ? { amount: Math.abs(amount) } : {};
  const raised = leadKind === undefined ? 0 : amount - (before?.amount ?? 0);
  return raised > 0 ? { amount: raised } : {};
}

export function commissionEntry(before: Commission | undefined, after: Commission, now: Date): LedgerEntry {
  const commissions = countDeltas(before, after);
  const kind = kindOf(before, after);
  return {
    id: newId('ledgerEntry', now),
    brandId: after.brandId,
    kind,
    at: now.toISOString(),
    conversionId: after.conversionId,
    commissionId: after.id,
    payoutId: after.payoutId ?? before?.payoutId ?? null,
    affiliateId: after.affiliateId,
    campaignId: after.campaignId,
    discountId: null,
    postings: [...postingsBetween(balancesOf(before), balancesOf(after))],
    orders: 0,
    uses: 0,
    conversions: orderCounts(before, after),
    commissions,
    report: {
      at: after.occurredAt,
      discountId: after.discountId,
      approvedAt: after.approvedAt ?? before?.approvedAt ?? null,
    },
    ...commissionListKeys(after, kind, commissions),
  };
}

type Step = readonly [before: Commission, after: Commission];

/**
 * The amount of a lost commission changes while it is earned for a moment, so that each loss and each restoration has the amount
 * that was lost.
 */
function stepsBetween(before: Commission, after: Commission): readonly Step[] {
  if (before.amount === after.amount || isEarned(before.status)) return [[before, after]];
  const restored: Commission = isEarned(after.status)
    ? { ...after, amount: before.amount }
    : { ...before, status: 'pending' };
  const adjusted = { ...restored, amount: after.amount };
  return [
    [before, restored],
    [restored, adjusted],
    [adjusted, after],
  ];
}

const isMovement = ([before, after]: Step): boolean =>
  before.status !== after.status ||
  before.amount !== after.amount ||
  before.payoutId !== after.payoutId ||
  isNewlyHeld(before, after) ||
  isReleased(before, after);

export const commissionChangeEntries = (
  before: Commission,
  after: Commission,
  now: Date,
): readonly LedgerEntry[] =>
  stepsBetween(before, after)
    .filter(isMovement)
    .map((step) => commissionEntry(...step, now));

/** A commission that begins as rejected is earned for a moment, so that its loss has its amount. */
export function creationEntries(created: Commission, now: Date): readonly LedgerEntry[] {
  if (created.status !== 'rejected') return [commissionEntry(undefined, created, now)];
  const pending: Commission = { ...created, status: 'pending' };
  return [commissionEntry(undefined, pending, now), commissionEntry(pending, created, now)];
}
