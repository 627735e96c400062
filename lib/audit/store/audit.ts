// A brand's figures held against its ledger: everything that was ever moved, added up once more.

import {
  type Difference,
  differencesBetween,
  missingIn,
  newBook,
  newMovements,
} from '#lib/audit/rules/comparison.ts';
import { recordsIn, sumsIn } from '#lib/audit/rules/statements.ts';
import { type Statement, subjects } from '#lib/audit/rules/subjects.ts';
import type { Account, LedgerEntry } from '#lib/ledger/schema.ts';
import { now } from '#lib/shared/clock.ts';
import { readCounter } from '#lib/table/counters.ts';
import { ledgerShards } from '#lib/table/keys/money-keys.ts';
import { ledgerFrom } from './ledger.ts';
import { payoutCountDifferences, storedPayouts } from './payout-statements.ts';
import { storedRecords, storedSums } from './stored-statements.ts';

export interface Audit {
  /** Entries of the ledger. */
  readonly entries: number;
  /** Subjects that were held against it. */
  readonly compared: number;
  /** Figures that were written to meanwhile, and agree with the ledger to within just that; or counts of payouts that moved. */
  readonly moving: number;
  /** What stands in each account: credits less debits, in minor units. */
  readonly accounts: Readonly<Partial<Record<Account, number>>>;
  /** Payouts that have not come to rest: their lines are compared once they have. */
  readonly payoutsUnderWay: readonly string[];
  readonly differences: readonly Difference[];
}

/** One pass over everything, of which a part is compared. */
interface Pass {
  readonly sums: boolean;
  readonly isInShare: (id: string) => boolean;
}

const unreadable = (id: string): Statement => ({ subject: subjects.entry(id), figures: { unreadable: 1 } });

/**
 * The ledger is read first, then what is stored, then what has come to the ledger meanwhile. What the first reading saw is
 * in what is stored, for it was written in one transaction; and nothing is in it that neither reading saw. So each figure
 * must be what the first reading makes it, but for some of what has come since: without any of that, exactly.
 */
async function compare(brandId: string, { sums, isInShare }: Pass) {
  const ledger = ledgerFrom(brandId, now());
  const book = newBook();
  const accounts: Partial<Record<Account, number>> = {};
  let entries = 0;
  // Subjects of records end with their ids.
  const said = (entry: LedgerEntry): readonly Statement[] => [
    ...(sums ? sumsIn(entry) : []),
    ...recordsIn(entry).filter(({ subject }) => isInShare(subject)),
  ];
  await ledger.readAll({
    entry: (entry) => {
      entries += 1;
      for (const { account, amount } of entry.postings) accounts[account] = (accounts[account] ?? 0) - amount;
      for (const statement of said(entry)) book.add(statement);
    },
    unreadable: (id) => {
      if (isInShare(id)) book.add(unreadable(id));
    },
  });

  const suspects: Difference[] = [];
  let compared = 0;
  const check = async (statements: AsyncIterable<Statement>): Promise<void> => {
    for await (const { subject, figures } of statements) {
      compared += 1;
      suspects.push(...differencesBetween(subject, book.take(subject), figures));
    }
  };
  const underWay = new Set<string>();
  if (sums) {
    await check(storedSums(brandId));
    await check(storedPayouts(brandId, underWay));
  }
  await check(storedRecords(brandId, isInShare));
  suspects.push(...missingIn(book, underWay));

  const movements = newMovements();
  await ledger.readNew({
    entry: (entry) => {
      for (const statement of said(entry)) movements.add(statement);
    },
    // The next audit tells of it.
    unreadable: () => {},
  });
  const ofPayouts = sums ? await payoutCountDifferences(brandId) : [];
  const unexplained = suspects.filter((suspect) => !movements.explains(suspect));
  return {
    entries,
    compared,
    moving: suspects.length - unexplained.length + (ofPayouts === undefined ? 1 : 0),
    accounts,
    payoutsUnderWay: [...underWay],
    differences: [...unexplained, ...(ofPayouts ?? [])],
  };
}

/** About half a kilobyte each is held of so many records; of a brand with more the ledger is read several times. */
const recordsAtOnce = 200_000;

/** The last characters of ids, which are random, in so many shares that none is of more records than that. */
function sharesFor(records: number, atOnce: number): readonly (readonly string[])[] {
  const count = Math.min(ledgerShards.length, Math.max(1, Math.ceil(records / atOnce)));
  return Array.from({ length: count }, (_, share) =>
    ledgerShards.filter((__, index) => index % count === share),
  );
}

/** Computes every figure of a brand from its ledger, and tells where those that are stored differ. It changes nothing. */
export async function auditBrand(brandId: string, atOnce = recordsAtOnce): Promise<Audit> {
  const { total = 0 } = await readCounter(brandId, 'conversions');
  const [first = [], ...others] = sharesFor(total, atOnce);
  const pass = (digits: readonly string[], sums: boolean) =>
    compare(brandId, { sums, isInShare: (id) => digits.includes(id.slice(-1)) });
  let audit: Audit = await pass(first, true);
  for (const share of others) {
    const { compared, moving, differences } = await pass(share, false);
    audit = {
      ...audit,
      compared: audit.compared + compared,
      moving: audit.moving + moving,
      differences: [...audit.differences, ...differences],
    };
  }
  return audit;
}
