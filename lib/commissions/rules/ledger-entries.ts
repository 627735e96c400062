// What becomes of a commission, as the ledger has it: derived from how it was and how it is.

import type { Commission, CommissionStatus } from '#lib/commissions/schema/commission.ts';
import { earnings } from '#lib/ledger/rules.ts';
import type { Account, LedgerEntry, LedgerKind, Posting } from '#lib/ledger/schema.ts';
import { newId } from '#lib/shared/ids.ts';
import { countDeltas } from '#lib/shared/transitions.ts';
import { isEarned } from './status.ts';

type Balances = Readonly<Partial<Record<Account, number>>>;

/** What the brand owes or has paid for a commission, and where that stands: in the account of its status, or in a payout. */
export function balancesOf(commission: Commission | undefined): Balances {
  if (commission === undefined) return {};
  const { status, amount, payoutId } = commission;
  if (!isEarned(status)) return {};
  if (status === 'approved' && payoutId !== null) return { inPayout: amount };
  return { [status]: amount };
}

/** What moves: more that is owed is a credit, and what creators cost goes up by all of it. */
function postingsBetween(before: Balances, after: Balances): readonly Posting[] {
  const owed = earnings.map((account) => ({
    account,
    amount: (before[account] ?? 0) - (after[account] ?? 0),
  }));
  const cost = owed.reduce((sum, { amount }) => sum - amount, 0);
  return [{ account: 'commissions' as const, amount: cost }, ...owed].filter(({ amount }) => amount !== 0);
}

/** None becomes pending again. */
const kindsOfStatuses = {
  approved: 'approval',
  paid: 'payout',
  rejected: 'rejection',
  reversed: 'reversal',
} as const satisfies Record<Exclude<CommissionStatus, 'pending'>, LedgerKind>;

const isNewlyHeld = (before: Commission, after: Commission): boolean =>
  before.hold === null && after.hold !== null;

function kindOf(before: Commission | undefined, after: Commission): LedgerKind {
  if (before === undefined) return after.adjusts === null ? 'commission' : 'adjustment';
  if (after.status !== 'pending' && after.status !== before.status) return kindsOfStatuses[after.status];
  if (isNewlyHeld(before, after)) return 'hold';
  if (before.payoutId === after.payoutId) return 'adjustment';
  return after.payoutId === null ? 'payoutRelease' : 'payoutClaim';
}

const countsOf = (status: CommissionStatus, isHeld: boolean) => ({
  total: 1,
  [status]: 1,
  held: isHeld ? 1 : 0,
});

/** By what it says of itself it has counted until now; by its hold it counts from now on. */
const countsMoved = (before: Commission | undefined, after: Commission): Readonly<Record<string, number>> =>
  countDeltas(
    before === undefined ? {} : countsOf(before.status, before.isInReview === true),
    countsOf(after.status, after.hold !== null),
  );

/** The entry of a commission that is new (`before` is undefined), or has changed. */
export function commissionEntry(before: Commission | undefined, after: Commission, now: Date): LedgerEntry {
  return {
    id: newId('ledgerEntry', now),
    brandId: after.brandId,
    kind: kindOf(before, after),
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
    conversions: {},
    commissions: countsMoved(before, after),
  };
}

/** What goes into the ledger where a commission has changed: nothing, where no sum and no count follows from it. */
export const entriesOf = (before: Commission, after: Commission, now: Date): readonly LedgerEntry[] =>
  before.status === after.status &&
  before.amount === after.amount &&
  before.payoutId === after.payoutId &&
  !isNewlyHeld(before, after)
    ? []
    : [commissionEntry(before, after, now)];
