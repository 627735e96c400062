// Defines an aggregation: how it divides changes by item and writes them.
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Change } from './changes.ts';
import type { Aggregator } from './checkpoint.ts';

/** Contains the deltas of some items. No two batches write the same item, so one transaction can write several. */
export interface Batch {
  readonly name: string;
}

interface Prepared<B extends Batch> {
  /** The first batches that fit into one transaction. */
  readonly batches: readonly B[];
  readonly puts: readonly Write[];
}

export interface Aggregation<Delta, B extends Batch> {
  readonly name: Aggregator;
  readonly deltasOf: (change: Change) => readonly Delta[];
  /** Sorts the batches by name. */
  readonly batchesOf: (deltas: readonly Delta[]) => readonly B[];
  readonly prepare: (batches: readonly B[]) => Promise<Prepared<B>>;
  readonly onAggregated?: (deltas: readonly Delta[]) => void;
}
