// Encodes and decodes sketches as bytes.
import type { Reader, Writer } from '#lib/click-statistics/rules/rollups/bytes.ts';
import { hashByteCount, type RankStep, rankBits, registerCount, type Sketch } from './sketch.ts';

const bitsOfHour = 5;

const exact = 0;
const estimated = 1;

const hashBytes = (hash: number): Uint8Array => {
  const bytes = Buffer.alloc(hashByteCount);
  bytes.writeUIntBE(hash, 0, hashByteCount);
  return bytes;
};

export function encodeSketch(to: Writer, sketch: Sketch, timed: boolean): void {
  if (sketch.kind === 'exact') {
    to.unsigned(exact);
    to.unsigned(sketch.firstHours.size);
    for (const [hash, hour] of [...sketch.firstHours].sort(([one], [other]) => one - other)) {
      to.bytes(hashBytes(hash));
      if (timed) to.unsigned(hour);
    }
    return;
  }
  to.unsigned(estimated);
  const bits: number[] = [];
  const push = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  for (const steps of sketch.steps) {
    if (!timed) push(steps.at(-1)?.rank ?? 0, rankBits);
    else {
      for (const { hour, rank } of steps) {
        push(1, 1);
        push(hour, bitsOfHour);
        push(rank, rankBits);
      }
      push(0, 1);
    }
  }
  const packed = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    packed[index >> 3] = (packed[index >> 3] ?? 0) | (bit << (7 - (index & 7)));
  });
  to.unsigned(packed.length);
  to.bytes(packed);
}

export function decodeSketch(from: Reader, timed: boolean): Sketch {
  if (from.unsigned() === exact) {
    const firstHours = new Map<number, number>();
    for (let rest = from.unsigned(); rest > 0; rest -= 1) {
      const hash = Buffer.from(from.bytes(hashByteCount)).readUIntBE(0, hashByteCount);
      firstHours.set(hash, timed ? from.unsigned() : 0);
    }
    return { kind: 'exact', firstHours };
  }
  const packed = from.bytes(from.unsigned());
  let at = 0;
  const pull = (width: number): number => {
    let value = 0;
    for (const end = at + width; at < end; at += 1) {
      value = value * 2 + (((packed[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  const steps = Array.from({ length: registerCount }, () => {
    const own: RankStep[] = [];
    if (timed) {
      while (pull(1) === 1) own.push({ hour: pull(bitsOfHour), rank: pull(rankBits) });
      return own;
    }
    const rank = pull(rankBits);
    return rank === 0 ? own : [{ hour: 0, rank }];
  });
  return { kind: 'estimated', steps };
}
