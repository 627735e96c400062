// Counts the items of a restore by their kind.
import type { Outcome } from './change.ts';

/** `stale`: somebody else changed the item meanwhile. `taken`: another brand has the tracking code now. */
export type Counted = Outcome | 'stale' | 'taken';
export type Counts = Record<Counted, number>;
export type Tally = Record<string, Counts>;

const none = (): Counts => ({ same: 0, put: 0, changed: 0, deleted: 0, stale: 0, taken: 0 });

export function count(tally: Tally, kind: string, counted: Counted): void {
  const counts = tally[kind] ?? none();
  tally[kind] = { ...counts, [counted]: counts[counted] + 1 };
}

export const sumOf = (tally: Tally, counted: Counted): number =>
  Object.values(tally).reduce((sum, counts) => sum + counts[counted], 0);
