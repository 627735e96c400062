// Counts the distinct visitors of a day by hour: a few exactly, many with HyperLogLog (Flajolet et al. 2007).
import { hash } from 'node:crypto';
import { maxExactVisitors, registerIndexBits } from '#lib/tracking/rules/click-kinds.ts';
import { estimate } from './estimate.ts';

export const registerCount = 2 ** registerIndexBits;
export const hashByteCount = 6;
const remainingBits = hashByteCount * 8 - registerIndexBits;
export const rankBits = 5;
const highestRank = 2 ** rankBits - 1;

const hoursOfDay = 24;

export interface RankStep {
  readonly hour: number;
  readonly rank: number;
}

/** Adding a visitor is idempotent and commutative, so retries and reordering do not change a sketch. */
export type Sketch =
  | { readonly kind: 'exact'; readonly firstHours: Map<number, number> }
  | { readonly kind: 'estimated'; readonly steps: RankStep[][] };

export const emptySketch = (): Sketch => ({ kind: 'exact', firstHours: new Map() });

/** Hashes the visitor id, because HyperLogLog needs uniformly distributed numbers. A number is such a hash already. */
export const hashVisitor = (visitor: string | number): number =>
  typeof visitor === 'number' ? visitor : hash('sha256', visitor, 'buffer').readUIntBE(0, hashByteCount);

function raiseRegister(steps: RankStep[][], index: number, to: RankStep): void {
  const own = steps[index] ?? [];
  for (const { hour, rank } of own) if (hour <= to.hour && rank >= to.rank) return;
  const before = own.filter(({ hour }) => hour < to.hour);
  const after = own.filter(({ hour, rank }) => hour >= to.hour && rank > to.rank);
  steps[index] = [...before, to, ...after];
}

function raiseRegisterOfHash(steps: RankStep[][], hashed: number, hour: number): void {
  const rest = Math.floor(hashed / registerCount);
  const zeros = remainingBits - (rest === 0 ? 0 : Math.floor(Math.log2(rest)) + 1);
  raiseRegister(steps, hashed % registerCount, { hour, rank: Math.min(zeros + 1, highestRank) });
}

function toEstimated(sketch: Sketch): Extract<Sketch, { kind: 'estimated' }> {
  if (sketch.kind === 'estimated') return sketch;
  const steps: RankStep[][] = Array.from({ length: registerCount }, () => []);
  for (const [hash, hour] of sketch.firstHours) raiseRegisterOfHash(steps, hash, hour);
  return { kind: 'estimated', steps };
}

/** Mutates `sketch` and may return a new sketch, so use only the result. The same applies to `mergeSketch`. */
export function addVisitor(sketch: Sketch, hash: number, hour: number): Sketch {
  if (sketch.kind === 'estimated') {
    raiseRegisterOfHash(sketch.steps, hash, hour);
    return sketch;
  }
  sketch.firstHours.set(hash, Math.min(hour, sketch.firstHours.get(hash) ?? hour));
  return sketch.firstHours.size > maxExactVisitors ? toEstimated(sketch) : sketch;
}

export function mergeSketch(sketch: Sketch, other: Sketch, hour: number): Sketch {
  if (other.kind === 'exact') {
    return [...other.firstHours.keys()].reduce((all, hash) => addVisitor(all, hash, hour), sketch);
  }
  const estimated = toEstimated(sketch);
  other.steps.forEach((steps, index) => {
    const rank = steps.at(-1)?.rank;
    if (rank !== undefined) raiseRegister(estimated.steps, index, { hour, rank });
  });
  return estimated;
}

export const countVisitors = (sketch: Sketch): number => visitorsByHour(sketch).at(-1) ?? 0;

/** Returns the number of visitors up to the end of each hour. If an estimate decreases, the previous maximum replaces it. */
export function visitorsByHour(sketch: Sketch): readonly number[] {
  const counts = sketch.kind === 'exact' ? countsByHour(sketch.firstHours) : estimatesByHour(sketch.steps);
  let most = 0;
  return counts.map((visitors) => {
    most = Math.max(most, visitors);
    return most;
  });
}

const byHour = <Value>(create: () => Value): Value[] => Array.from({ length: hoursOfDay }, create);

function countsByHour(firstHours: ReadonlyMap<number, number>): readonly number[] {
  const newVisitors = byHour(() => 0);
  for (const hour of firstHours.values()) newVisitors[hour] = (newVisitors[hour] ?? 0) + 1;
  let sum = 0;
  return newVisitors.map((count) => {
    sum += count;
    return sum;
  });
}

function estimatesByHour(steps: readonly (readonly RankStep[])[]): readonly number[] {
  const rises = byHour((): { from: number; to: number }[] => []);
  for (const own of steps) {
    for (const [index, { hour, rank }] of own.entries()) {
      rises[hour]?.push({ from: own[index - 1]?.rank ?? 0, to: rank });
    }
  }
  const counts = new Array<number>(highestRank + 1).fill(0);
  counts[0] = registerCount;
  return rises.map((ofHour) => {
    for (const { from, to } of ofHour) {
      counts[from] = (counts[from] ?? 0) - 1;
      counts[to] = (counts[to] ?? 0) + 1;
    }
    return Math.round(estimate(counts));
  });
}
