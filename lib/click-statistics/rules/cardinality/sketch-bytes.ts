// Sketches as bytes: hashes while they are few, and then the registers, bit by bit.
import type { Reader, Writer } from '#lib/click-statistics/rules/rollups/bytes.ts';
import { bitsOfRank, bytesOfHash, registers, type Sketch, type Step } from './sketch.ts';

const bitsOfHour = 5;

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
