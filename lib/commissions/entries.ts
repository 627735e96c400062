// What becomes of a commission, as the ledger has it: derived from how it was and how it is.
import type { Account, LedgerEntry, LedgerKind, Posting } from '#lib/ledger/schema.ts';
import { newId } from '#lib/shared/ids.ts';
import { movesBetween } from '#lib/shared/transitions.ts';
import { isEarned } from './rules.ts';
import type { Commission, CommissionStatus } from './schema.ts';

const accountsOfStatuses = {
  pending: 'pending',
  approved: 'approved',
  paid: 'paid',
} as const satisfies Partial<Record<CommissionStatus, Account>>;

type Balances = Readonly<Partial<Record<Account, number>>>;

/** What the brand owes or has paid for a commission, and where that stands. */
export function balancesOf(commission: Commission | undefined): Balances {
  if (commission === undefined) return {};
  const { status, amount, payoutId } = commission;
  if (!isEarned(status)) return {};
  if (status === 'approved' && payoutId !== null) return { inPayout: amount };
  return { [accountsOfStatuses[status]]: amount };
}

/** What moves: what creators cost goes up by what they have more. */
function postingsBetween(before: Balances, after: Balances): readonly Posting[] {
  const moves = Object.entries(movesBetween(after, before)) as [Account, number][];
  const owed = moves.map(([account, amount]) => ({ account, amount }));
  const cost = owed.reduce((sum, { amount }) => sum - amount, 0);
  return [{ account: 'commissions', amount: cost }, ...owed];
}

const kindsOfStatuses = {
  pending: 'adjustment',
  approved: 'approval',
  paid: 'payout',
  rejected: 'rejection',
  reversed: 'reversal',
} as const satisfies Record<CommissionStatus, LedgerKind>;

function kindOf(before: Commission | undefined, after: Commission): LedgerKind {
  if (before === undefined) return after.adjusts === null ? 'commission' : 'adjustment';
  if (before.status !== after.status) return kindsOfStatuses[after.status];
  if (before.payoutId === after.payoutId) return 'adjustment';
  return after.payoutId === null ? 'payoutRelease' : 'payoutClaim';
}

const countsOf = (commission: Commission | undefined): Readonly<Record<string, number>> =>
  commission === undefined ? {} : { total: 1, [commission.status]: 1 };

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
    commissions: movesBetween(countsOf(before), countsOf(after)),
  };
}

/** What goes into the ledger where a commission has changed: nothing, where it is only held. */
export const entriesOf = (before: Commission, after: Commission, now: Date): readonly LedgerEntry[] =>
  before.status === after.status && before.amount === after.amount && before.payoutId === after.payoutId
    ? []
    : [commissionEntry(before, after, now)];
