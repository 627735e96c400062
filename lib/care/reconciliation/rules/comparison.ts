// Compares the figures calculated from the ledger with the stored figures.
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { type Figures, payoutIn, type SubjectFigures } from './subjects.ts';

export interface Difference {
  readonly subject: string;
  readonly figure: string;
  /** Amounts are in minor units. */
  readonly expected: number;
  readonly stored: number;
}

export interface FigureTotals {
  add(addend: SubjectFigures): void;
  /** Removes and returns the subject's figures. */
  take(subject: string): Figures | undefined;
  remaining(): IterableIterator<[string, Figures]>;
}

export function newFigureTotals(): FigureTotals {
  const bySubject = new Map<string, Record<string, number>>();
  return {
    add: ({ subject, figures }) => {
      const sums = bySubject.get(subject) ?? {};
      bySubject.set(subject, sums);
      for (const [name, value] of Object.entries(figures)) {
        if (value !== 0) sums[name] = (sums[name] ?? 0) + value;
      }
    },
    take: (subject) => {
      const figures = bySubject.get(subject);
      bySubject.delete(subject);
      return figures;
    },
    remaining: () => bySubject.entries(),
  };
}

export function differencesBetween(
  subject: string,
  expected: Figures = {},
  stored: Figures = {},
): readonly Difference[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(stored)]);
  return [...names].flatMap((figure) => {
    const [should, is] = [expected[figure] ?? 0, stored[figure] ?? 0];
    return should === is ? [] : [{ subject, figure, expected: should, stored: is }];
  });
}

/** The counts of a deleted creator. The creator's totals are compared, because nothing may be left of them. */
const isCountOfCreator = (subject: string): boolean => subject.includes(` of ${idKinds.affiliate.prefix}_`);

/**
 * Reports ledger figures without a stored record. Skips discount codes and the counts of creators, which can be deleted, and unfinished
 * payouts, which are not compared.
 */
export const missingSubjects = (
  expected: FigureTotals,
  unfinishedPayouts: ReadonlySet<string> = new Set(),
): readonly Difference[] =>
  [...expected.remaining()]
    .filter(
      ([subject]) =>
        !subject.startsWith('discount ') &&
        !isCountOfCreator(subject) &&
        !unfinishedPayouts.has(payoutIn(subject)?.payoutId ?? ''),
    )
    .flatMap(([subject, figures]) => differencesBetween(subject, figures));

interface Range {
  readonly down: number;
  readonly up: number;
}

/**
 * Collects the ledger changes that were written during the reconciliation. The stored figures may include any of them, so they explain
 * every deviation from the sum of all decreases up to the sum of all increases.
 */
export function newConcurrentChanges() {
  const ranges = new Map<string, Range>();
  const nameOf = (subject: string, figure: string): string => `${subject} ${figure}`;
  return {
    add: ({ subject, figures }: SubjectFigures): void => {
      for (const [figure, delta] of Object.entries(figures)) {
        const name = nameOf(subject, figure);
        const { down, up } = ranges.get(name) ?? { down: 0, up: 0 };
        ranges.set(name, { down: down + Math.min(delta, 0), up: up + Math.max(delta, 0) });
      }
    },
    explains: ({ subject, figure, expected, stored }: Difference): boolean => {
      const range = ranges.get(nameOf(subject, figure));
      const deviation = stored - expected;
      return range !== undefined && range.down <= deviation && deviation <= range.up;
    },
  };
}
