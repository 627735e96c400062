// Divides changes into parts that fit into an item.
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

type Deltas = readonly ClickDelta[];

interface Packing<Part> {
  readonly pack: (deltas: Deltas) => Part;
  readonly bytesOf: (part: Part) => number;
}

/** Halves the changes until each part has at most so many bytes, or one change. */
export function packHalves<Part>(deltas: Deltas, packing: Packing<Part>, maxBytes: number): readonly Part[] {
  const part = packing.pack(deltas);
  if (deltas.length < 2 || packing.bytesOf(part) <= maxBytes) return [part];
  const middle = Math.ceil(deltas.length / 2);
  return [deltas.slice(0, middle), deltas.slice(middle)].flatMap((half) =>
    packHalves(half, packing, maxBytes),
  );
}
