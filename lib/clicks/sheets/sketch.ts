// How many visitors were there, told from their hashes: exact while they are few, and then an estimate in a few bytes.
//
// HyperLogLog (Flajolet et al. 2007) with the estimator of Otmar Ertl, "New cardinality estimation algorithms for
// HyperLogLog sketches" (2017), which needs no correction for small numbers. Each register keeps its steps: the hour in
// which it came to each rank. So the sketch tells how many had been there by the end of each hour, and the same visitors
// give the same sketch in whatever order, and however often, they are told.
import { createHash } from 'node:crypto';
import { bitsOfRegisters, exactVisitors } from '#lib/clicks/kinds.ts';
import type { Reader, Writer } from './bytes.ts';

const registers = 2 ** bitsOfRegisters;
const bytesOfHash = 6;
const bitsOfRest = bytesOfHash * 8 - bitsOfRegisters;
/** Ranks are stored in 5 bits; the highest stands for all above. */
const bitsOfRank = 5;
const highestRank = 2 ** bitsOfRank - 1;
const bitsOfHour = 5;

interface Step {
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
  createHash('sha256').update(visitor).digest().readUIntBE(0, bytesOfHash);

/** Steps rise: an hour that does not bring a higher rank than an earlier one is none. */
function step(steps: Step[], { hour, rank }: Step): Step[] {
  if (steps.some((known) => known.hour <= hour && known.rank >= rank)) return steps;
  const kept = steps.filter((known) => known.hour < hour || known.rank > rank);
  return [...kept, { hour, rank }].sort((one, other) => one.hour - other.hour);
}

function raise(steps: Step[][], index: number, to: Step): void {
  const known = steps[index] ?? [];
  steps[index] = step(known, to);
}

function raiseByHash(steps: Step[][], hash: number, hour: number): void {
  const rest = Math.floor(hash / registers);
  const zeros = bitsOfRest - (rest === 0 ? 0 : Math.floor(Math.log2(rest)) + 1);
  raise(steps, hash % registers, { hour, rank: Math.min(zeros + 1, highestRank) });
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

const rankBy = (steps: readonly Step[], hour: number): number =>
  steps.findLast((known) => known.hour <= hour)?.rank ?? 0;

/** How many had been there by the end of that hour. */
export function visitorsBy(sketch: Sketch, hour: number): number {
  if (sketch.kind === 'few') return [...sketch.first.values()].filter((first) => first <= hour).length;
  const counts = new Array<number>(highestRank + 1).fill(0);
  for (const steps of sketch.steps) {
    const rank = rankBy(steps, hour);
    counts[rank] = (counts[rank] ?? 0) + 1;
  }
  return Math.round(estimate(counts));
}

/** Ertl's improved estimator (algorithm 6): from how many registers stand at each rank. */
function estimate(counts: readonly number[]): number {
  const at = (rank: number): number => counts[rank] ?? 0;
  let z = registers * tau(1 - at(highestRank) / registers);
  for (let rank = highestRank - 1; rank >= 1; rank -= 1) z = 0.5 * (z + at(rank));
  z += registers * sigma(at(0) / registers);
  return registers ** 2 / (2 * Math.LN2 * z);
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [x, y, z] = [share, 1, share];
  for (let last = Number.NaN; z !== last; y += y) {
    x *= x;
    last = z;
    z += x * y;
  }
  return z;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z] = [share, 1, 1 - share];
  for (let last = Number.NaN; z !== last; ) {
    x = Math.sqrt(x);
    last = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}

const few = 0;
const many = 1;

const hashBytes = (hash: number): Uint8Array => {
  const bytes = Buffer.alloc(bytesOfHash);
  bytes.writeUIntBE(hash, 0, bytesOfHash);
  return bytes;
};

/** With the hours; without them (`timed` is false) only who was there, which is shorter. */
export function writeSketch(to: Writer, sketch: Sketch, timed: boolean): void {
  if (sketch.kind === 'few') {
    to.count(few);
    to.count(sketch.first.size);
    for (const [hash, hour] of [...sketch.first].sort(([one], [other]) => one - other)) {
      to.bytes(hashBytes(hash));
      if (timed) to.count(hour);
    }
    return;
  }
  to.count(many);
  const bits: number[] = [];
  const push = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  for (const steps of sketch.steps) {
    if (!timed) push(steps.at(-1)?.rank ?? 0, bitsOfRank);
    else {
      for (const { hour, rank } of steps) {
        push(1, 1);
        push(hour, bitsOfHour);
        push(rank, bitsOfRank);
      }
      push(0, 1);
    }
  }
  const packed = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    packed[index >> 3] = (packed[index >> 3] ?? 0) | (bit << (7 - (index & 7)));
  });
  to.count(packed.length);
  to.bytes(packed);
}

/** Hours are 0 where they were not written. */
export function readSketch(from: Reader, timed: boolean): Sketch {
  if (from.count() === few) {
    const first = new Map<number, number>();
    for (let rest = from.count(); rest > 0; rest -= 1) {
      const hash = Buffer.from(from.bytes(bytesOfHash)).readUIntBE(0, bytesOfHash);
      first.set(hash, timed ? from.count() : 0);
    }
    return { kind: 'few', first };
  }
  const packed = from.bytes(from.count());
  let at = 0;
  const pull = (width: number): number => {
    let value = 0;
    for (const end = at + width; at < end; at += 1) {
      value = value * 2 + (((packed[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  const steps = Array.from({ length: registers }, () => {
    const own: Step[] = [];
    if (timed) {
      while (pull(1) === 1) own.push({ hour: pull(bitsOfHour), rank: pull(bitsOfRank) });
      return own;
    }
    const rank = pull(bitsOfRank);
    return rank === 0 ? own : [{ hour: 0, rank }];
  });
  return { kind: 'many', steps };
}
