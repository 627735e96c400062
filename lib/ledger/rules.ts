// What each movement is in the ledger, and what an entry moves: the sums of its creator, campaign and discount code, and
// the brand's counts. Nobody moves one of these but by an entry.
import type { Account, LedgerEntry, Posting } from './schema.ts';

type Moves = Readonly<Record<string, number>>;

/** `amount` goes from one account to another. */
export const transfer = (from: Account, to: Account, amount: number): readonly Posting[] => [
  { account: to, amount },
  { account: from, amount: -amount || 0 },
];

/** The accounts that hold what a creator has earned. */
export const earnings: readonly Account[] = ['pending', 'approved', 'inPayout', 'paid'];

/** What an entry credits to these accounts, less what it debits, in minor units. */
export const creditOf = ({ postings }: LedgerEntry, ...accounts: readonly Account[]): number =>
  postings.reduce((sum, { account, amount }) => (accounts.includes(account) ? sum - amount : sum), 0);

export const isBalanced = ({ postings }: Pick<LedgerEntry, 'postings'>): boolean =>
  postings.reduce((sum, { amount }) => sum + amount, 0) === 0;

/** What an entry moves, by what it moves it of; nothing of what the entry is not about. */
export interface MovesOfEntry {
  readonly affiliate: {
    readonly totalRevenue: number;
    readonly totalOrders: number;
    readonly commissionEarned: number;
  };
  readonly campaign: { readonly totalRevenue: number };
  readonly discount: { readonly usageCount: number; readonly totalRevenue: number };
  readonly conversions: Moves;
  readonly commissions: Moves;
}

export function movesOf(entry: LedgerEntry): MovesOfEntry {
  const { orders, uses, conversions, commissions } = entry;
  const totalRevenue = creditOf(entry, 'sales');
  return {
    affiliate: { totalRevenue, totalOrders: orders, commissionEarned: creditOf(entry, ...earnings) },
    campaign: { totalRevenue },
    discount: { usageCount: uses, totalRevenue },
    conversions,
    commissions,
  };
}

/** The sums of moves, without what stays as it is: that which one of them takes another may give back. */
export function added(all: readonly Moves[]): Moves {
  const sums: Record<string, number> = {};
  for (const moves of all) {
    for (const [name, by] of Object.entries(moves)) sums[name] = (sums[name] ?? 0) + by;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, by]) => by !== 0));
}
