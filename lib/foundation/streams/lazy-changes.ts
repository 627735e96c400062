// Parses the changes of a batch only when they are aggregated.
import type { Change } from './changes.ts';
import { positionOf } from './checkpoint.ts';

export interface ChangeDeltas<Delta> {
  readonly at: string;
  readonly deltas: readonly Delta[];
}

export interface LazyChange<Delta> {
  readonly at: string;
  readonly parse: () => ChangeDeltas<Delta>;
}

/** Does not parse changes up to the checkpoint, because a skipped poison record among them would throw again. */
export const changesAfter = <Delta>(
  position: string,
  changes: readonly LazyChange<Delta>[],
): readonly ChangeDeltas<Delta>[] =>
  changes
    .filter(({ at }) => at > position)
    .map(({ parse }) => parse())
    .filter(({ deltas }) => deltas.length > 0);

export function lazyChange<Delta>(
  change: Change,
  deltasOf: (change: Change) => readonly Delta[],
): LazyChange<Delta> {
  const at = positionOf(change.sequenceNumber);
  let parsed: ChangeDeltas<Delta> | undefined;
  return {
    at,
    parse: () => {
      parsed ??= { at, deltas: deltasOf(change) };
      return parsed;
    },
  };
}
