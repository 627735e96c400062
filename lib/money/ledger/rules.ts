// Builds ledger entries, and calculates how they change totals and counts. Totals and counts change only through entries.
import type { Account, LedgerEntry, Posting } from './schema.ts';

type Deltas = Readonly<Record<string, number>>;

export const transfer = (from: Account, to: Account, amount: number): readonly Posting[] => [
  { account: to, amount },
  { account: from, amount: -amount || 0 },
];

export const earningAccounts: readonly Account[] = ['pending', 'approved', 'inPayout', 'paid'];

/** Returns the credits minus the debits of the accounts, in minor units. */
export const creditOf = ({ postings }: LedgerEntry, ...accounts: readonly Account[]): number =>
  postings.reduce((sum, { account, amount }) => (accounts.includes(account) ? sum - amount : sum), 0);

export const isBalanced = ({ postings }: Pick<LedgerEntry, 'postings'>): boolean =>
  postings.reduce((sum, { amount }) => sum + amount, 0) === 0;

interface Earnings {
  readonly totalRevenue: number;
  readonly totalOrders: number;
  readonly commissionEarned: number;
}

interface EntryDeltas {
  readonly affiliate: Earnings;
  readonly campaign: Earnings;
  readonly discount: { readonly usageCount: number; readonly totalRevenue: number };
  readonly conversions: Deltas;
  readonly commissions: Deltas;
}

export function deltasOf(entry: LedgerEntry): EntryDeltas {
  const { orders, uses, conversions, commissions } = entry;
  const totalRevenue = creditOf(entry, 'sales');
  const earnings = {
    totalRevenue,
    totalOrders: orders,
    commissionEarned: creditOf(entry, ...earningAccounts),
  };
  return {
    affiliate: earnings,
    campaign: earnings,
    discount: { usageCount: uses, totalRevenue },
    conversions,
    commissions,
  };
}

export function sumDeltas(all: readonly Deltas[]): Deltas {
  const sums: Record<string, number> = {};
  for (const deltas of all) {
    for (const [name, delta] of Object.entries(deltas)) sums[name] = (sums[name] ?? 0) + delta;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, delta]) => delta !== 0));
}
