// Statements of the ledger, added up, and what is stored held against them.
import { type Figures, payoutIn, type SubjectFigures } from './subjects.ts';

export interface Difference {
  readonly subject: string;
  readonly figure: string;
  /** By the ledger, or by the list that is counted; amounts in minor units. */
  readonly expected: number;
  readonly stored: number;
}

/** What all statements say of each subject, added up. */
export interface FigureTotals {
  add(statement: SubjectFigures): void;
  /** What is said of a subject; it is not among the rest any more. */
  take(subject: string): Figures | undefined;
  /** What has not been taken. */
  rest(): IterableIterator<[string, Figures]>;
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
      const found = bySubject.get(subject);
      bySubject.delete(subject);
      return found;
    },
    rest: () => bySubject.entries(),
  };
}

/** Where two accounts of a subject differ; what is left out is nothing. */
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

/**
 * What the ledger says of what is not there. A discount code may have been deleted since: its sums went with it. Of payouts
 * under way nothing can be said yet.
 */
export const missingSubjects = (book: FigureTotals, underWay: ReadonlySet<string> = new Set()): readonly Difference[] =>
  [...book.rest()]
    .filter(
      ([subject]) => !subject.startsWith('discount ') && !underWay.has(payoutIn(subject)?.payoutId ?? ''),
    )
    .flatMap(([subject, expected]) => differencesBetween(subject, expected));

/** How far a figure can be off by some of the movements, and none of the others. */
interface Range {
  readonly down: number;
  readonly up: number;
}

/** What was written while the figures were read, so that each part of it may be in what was read, or not. */
export function newConcurrentChanges() {
  const ranges = new Map<string, Range>();
  const nameOf = (subject: string, figure: string): string => `${subject} ${figure}`;
  return {
    add: ({ subject, figures }: SubjectFigures): void => {
      for (const [figure, by] of Object.entries(figures)) {
        const name = nameOf(subject, figure);
        const { down, up } = ranges.get(name) ?? { down: 0, up: 0 };
        ranges.set(name, { down: down + Math.min(by, 0), up: up + Math.max(by, 0) });
      }
    },
    /** Whether a difference can come from what was written meanwhile. */
    explains: ({ subject, figure, expected, stored }: Difference): boolean => {
      const range = ranges.get(nameOf(subject, figure));
      const off = stored - expected;
      return range !== undefined && range.down <= off && off <= range.up;
    },
  };
}
