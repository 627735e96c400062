// Runs one pass of a reconciliation: recalculates figures from the ledger, and compares them with the stored figures.
import {
  type Difference,
  differencesBetween,
  type FigureTotals,
  missingSubjects,
  newConcurrentChanges,
  newFigureTotals,
} from '#lib/care/reconciliation/rules/comparison.ts';
import { expectedRecords, expectedTotals } from '#lib/care/reconciliation/rules/expected-figures.ts';
import { type SubjectFigures, subjects } from '#lib/care/reconciliation/rules/subjects.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import type { Account, LedgerEntry } from '#lib/money/ledger/schema.ts';
import { openLedger } from './ledger-reader.ts';
import { payoutCountDifferences, storedPayouts } from './payout-figures.ts';
import { storedRecords, storedTotals } from './stored-figures.ts';

export interface Reconciliation {
  readonly entries: number;
  readonly compared: number;
  /** The number of differences that need not be errors, because writes during the reconciliation can explain them. */
  readonly moving: number;
  /** Credits minus debits, in minor units. */
  readonly accounts: Readonly<Partial<Record<Account, number>>>;
  readonly payoutsUnderWay: readonly string[];
  readonly differences: readonly Difference[];
}

interface Pass {
  readonly includesTotals: boolean;
  readonly isInShare: (id: string) => boolean;
}

type Ledger = ReturnType<typeof openLedger>;

const unreadableEntry = (id: string): SubjectFigures => ({
  subject: subjects.entry(id),
  figures: { unreadable: 1 },
});

const figuresOf = (entry: LedgerEntry, { includesTotals, isInShare }: Pass): readonly SubjectFigures[] => [
  ...(includesTotals ? expectedTotals(entry) : []),
  ...expectedRecords(entry).filter(({ subject }) => isInShare(subject)),
];

async function readExpectedFigures(ledger: Ledger, pass: Pass) {
  const expected = newFigureTotals();
  const accounts: Partial<Record<Account, number>> = {};
  let entries = 0;
  await ledger.readAll({
    entry: (entry) => {
      entries += 1;
      for (const { account, amount } of entry.postings) accounts[account] = (accounts[account] ?? 0) - amount;
      for (const figures of figuresOf(entry, pass)) expected.add(figures);
    },
    unreadable: (id) => {
      if (pass.isInShare(id)) expected.add(unreadableEntry(id));
    },
  });
  return { expected, accounts, entries };
}

async function compareStoredFigures(
  brandId: string,
  expected: FigureTotals,
  { includesTotals, isInShare }: Pass,
) {
  const deviations: Difference[] = [];
  let compared = 0;
  const compareEach = async (stored: AsyncIterable<SubjectFigures>): Promise<void> => {
    for await (const { subject, figures } of stored) {
      compared += 1;
      deviations.push(...differencesBetween(subject, expected.take(subject), figures));
    }
  };
  const unfinishedPayouts = new Set<string>();
  if (includesTotals) {
    await compareEach(storedTotals(brandId));
    await compareEach(storedPayouts(brandId, unfinishedPayouts));
  }
  await compareEach(storedRecords(brandId, isInShare));
  deviations.push(...missingSubjects(expected, unfinishedPayouts));
  return { compared, deviations, unfinishedPayouts };
}

/** Skips unreadable entries, because the next reconciliation reports them. */
async function readConcurrentChanges(ledger: Ledger, pass: Pass) {
  const changes = newConcurrentChanges();
  await ledger.readNew({
    entry: (entry) => {
      for (const figures of figuresOf(entry, pass)) changes.add(figures);
    },
    unreadable: () => {},
  });
  return changes;
}

async function unexplainedOf(
  deviations: readonly Difference[],
  ledger: Ledger,
  pass: Pass,
): Promise<readonly Difference[]> {
  if (deviations.length === 0) return [];
  const changes = await readConcurrentChanges(ledger, pass);
  return deviations.filter((deviation) => !changes.explains(deviation));
}

/**
 * A ledger entry and its effects are written in one transaction, so a difference is an error unless entries written during the
 * reconciliation explain it.
 */
export async function reconcilePass(brandId: string, pass: Pass): Promise<Reconciliation> {
  const ledger = openLedger(brandId, now());
  const { expected, accounts, entries } = await readExpectedFigures(ledger, pass);
  const { compared, deviations, unfinishedPayouts } = await compareStoredFigures(brandId, expected, pass);
  const unexplained = await unexplainedOf(deviations, ledger, pass);
  const ofPayoutCounts = pass.includesTotals ? await payoutCountDifferences(brandId) : [];
  return {
    entries,
    compared,
    moving: deviations.length - unexplained.length + (ofPayoutCounts === undefined ? 1 : 0),
    accounts,
    payoutsUnderWay: [...unfinishedPayouts],
    differences: [...unexplained, ...(ofPayoutCounts ?? [])],
  };
}
