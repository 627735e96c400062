// How many visitors were there, told from their hashes: exact while they are few, and then an estimate in a few bytes.
//
// HyperLogLog (Flajolet et al. 2007). Each register keeps its steps: the hour in
// which it came to each rank. So the sketch tells how many had been there by the end of each hour, and the same visitors
// give the same sketch in whatever order, and however often, they are told.
import { hash } from 'node:crypto';
import { bitsOfRegisters, exactVisitors } from '#lib/tracking/rules/click-kinds.ts';
import { estimate } from './estimate.ts';

export const registers = 2 ** bitsOfRegisters;
export const bytesOfHash = 6;
const bitsOfRest = bytesOfHash * 8 - bitsOfRegisters;
/** Ranks are stored in 5 bits; the highest stands for all above. */
export const bitsOfRank = 5;
const highestRank = 2 ** bitsOfRank - 1;

const hoursOfDay = 24;

export interface Step {
  /** UTC, 0 to 23. */
  readonly hour: number;
  readonly rank: number;
}

/** Visitors of a day, each with the first hour it was there in; registers once there are too many. */
export type Sketch =
  | { readonly kind: 'few'; readonly first: Map<number, number> }
  | { readonly kind: 'many'; readonly steps: Step[][] };

export const emptySketch = (): Sketch => ({ kind: 'few', first: new Map() });

/** Hashed again: what tells visitors apart need not be spread evenly. */
export const hashOfVisitor = (visitor: string): number =>
  hash('sha256', visitor, 'buffer').readUIntBE(0, bytesOfHash);

/** Steps rise: an hour that does not bring a higher rank than an earlier one is none. */
function raise(steps: Step[][], index: number, to: Step): void {
  const own = steps[index] ?? [];
  for (const { hour, rank } of own) if (hour <= to.hour && rank >= to.rank) return;
  const before = own.filter(({ hour }) => hour < to.hour);
  const after = own.filter(({ hour, rank }) => hour >= to.hour && rank > to.rank);
  steps[index] = [...before, to, ...after];
}

function raiseByHash(steps: Step[][], hashed: number, hour: number): void {
  const rest = Math.floor(hashed / registers);
  const zeros = bitsOfRest - (rest === 0 ? 0 : Math.floor(Math.log2(rest)) + 1);
  raise(steps, hashed % registers, { hour, rank: Math.min(zeros + 1, highestRank) });
}

function toMany(sketch: Sketch): Extract<Sketch, { kind: 'many' }> {
  if (sketch.kind === 'many') return sketch;
  const steps: Step[][] = Array.from({ length: registers }, () => []);
  for (const [hash, hour] of sketch.first) raiseByHash(steps, hash, hour);
  return { kind: 'many', steps };
}

/** With this visitor, who was there in that hour. Changes what it is given: use the answer alone. */
export function withVisitor(sketch: Sketch, hash: number, hour: number): Sketch {
  if (sketch.kind === 'many') {
    raiseByHash(sketch.steps, hash, hour);
    return sketch;
  }
  sketch.first.set(hash, Math.min(hour, sketch.first.get(hash) ?? hour));
  return sketch.first.size > exactVisitors ? toMany(sketch) : sketch;
}

/** With all of another's visitors, as having been there in that hour if not before. Changes the first: use the answer alone. */
export function withVisitorsOf(sketch: Sketch, other: Sketch, hour: number): Sketch {
  if (other.kind === 'few') {
    return [...other.first.keys()].reduce((all, hash) => withVisitor(all, hash, hour), sketch);
  }
  const many = toMany(sketch);
  other.steps.forEach((steps, index) => {
    const rank = steps.at(-1)?.rank;
    if (rank !== undefined) raise(many.steps, index, { hour, rank });
  });
  return many;
}

/** How many there were. */
export const visitorsOf = (sketch: Sketch): number => visitorsByHour(sketch).at(-1) ?? 0;

/** How many had been there by the end of each hour of the day. Estimates can fall by rounding and by chance; these do not. */
export function visitorsByHour(sketch: Sketch): readonly number[] {
  const by = sketch.kind === 'few' ? countsByHour(sketch.first) : estimatesByHour(sketch.steps);
  let most = 0;
  return by.map((visitors) => {
    most = Math.max(most, visitors);
    return most;
  });
}

const byHour = <Value>(of: (hour: number) => Value): Value[] =>
  Array.from({ length: hoursOfDay }, (_, hour) => of(hour));

function countsByHour(first: ReadonlyMap<number, number>): readonly number[] {
  const came = byHour(() => 0);
  for (const hour of first.values()) came[hour] = (came[hour] ?? 0) + 1;
  let all = 0;
  return came.map((count) => {
    all += count;
    return all;
  });
}

/** From hour to hour, only the registers that have a step in it stand at another rank. */
function estimatesByHour(steps: readonly (readonly Step[])[]): readonly number[] {
  const rises = byHour((): { from: number; to: number }[] => []);
  for (const own of steps) {
    for (const [index, { hour, rank }] of own.entries()) {
      rises[hour]?.push({ from: own[index - 1]?.rank ?? 0, to: rank });
    }
  }
  const counts = new Array<number>(highestRank + 1).fill(0);
  counts[0] = registers;
  return rises.map((ofHour) => {
    for (const { from, to } of ofHour) {
      counts[from] = (counts[from] ?? 0) - 1;
      counts[to] = (counts[to] ?? 0) + 1;
    }
    return Math.round(estimate(counts));
  });
}
