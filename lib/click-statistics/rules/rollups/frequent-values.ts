// Keeps the most frequent values of a dimension if a rollup cannot hold all: Space-Saving (Metwally et al. 2005, ICDT), in a form
// that sums summaries (Agarwal et al. 2013, TODS). A table of k values keeps every value with more than 1/k of the clicks.
import { hash } from 'node:crypto';
import { overflowName } from './overflow.ts';

export interface ClickCounts {
  clicks: number;
  uniqueClicks: number;
  /** The clicks of all other values include at most this many clicks of this value, from before the table kept it. */
  missed: number;
}

export type Groups = Map<string, ClickCounts>;

export const noCounts = (): ClickCounts => ({ clicks: 0, uniqueClicks: 0, missed: 0 });

export function addCounts(to: ClickCounts, { clicks, uniqueClicks, missed }: ClickCounts): void {
  to.clicks += clicks;
  to.uniqueClicks += uniqueClicks;
  to.missed += missed;
}

/** The table of a dimension: one map for each cell of a rollup. */
export type Table = readonly Groups[];

function sumByValue(table: Table): Groups {
  const sums: Groups = new Map();
  for (const groups of table) {
    for (const [value, counts] of groups) {
      if (value === overflowName) continue;
      const sum = sums.get(value) ?? noCounts();
      addCounts(sum, counts);
      sums.set(value, sum);
    }
  }
  return sums;
}

const weightOf = ({ clicks, missed }: ClickCounts): number => clicks + missed;

/** True if the table could not hold all values. */
export const isFull = (table: Table): boolean => table.some((groups) => groups.has(overflowName));

/** Returns the most clicks that a value can have without being in the table. */
function mostMissed(table: Table): number {
  if (!isFull(table)) return 0;
  const weights = [...sumByValue(table).values()].map(weightOf);
  return weights.length === 0 ? 0 : Math.max(0, Math.min(...weights));
}

/** Call this after the counts of `parts` were added to `sum`. */
export function addMissed(sum: Table, parts: readonly Table[]): void {
  for (const part of parts) {
    const missed = mostMissed(part);
    if (missed === 0) continue;
    const done = new Set([overflowName, ...part.flatMap((groups) => [...groups.keys()])]);
    for (const [value, counts] of sum.flatMap((groups) => [...groups])) {
      if (done.has(value)) continue;
      done.add(value);
      counts.missed += missed;
    }
  }
}

/** Visitors choose values such as referrers, but do not know the key, so they cannot choose values that win a tie. */
const hashOf = (key: string, value: string): string => hash('sha256', JSON.stringify([key, value]), 'base64');

/** Returns the values that exceed the limit: those with the smallest weight. */
export function infrequentValues(table: Table, limit: number, key: string): readonly string[] {
  const sums = sumByValue(table);
  if (sums.size <= limit) return [];
  return [...sums]
    .map(([value, counts]) => ({
      value,
      weight: weightOf(counts),
      clicks: counts.clicks,
      hashed: hashOf(key, value),
    }))
    .sort(
      (one, other) =>
        other.weight - one.weight || other.clicks - one.clicks || (one.hashed < other.hashed ? -1 : 1),
    )
    .slice(limit)
    .map(({ value }) => value);
}
