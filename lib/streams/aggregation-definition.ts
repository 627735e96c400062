// Defines an aggregation: which changes it counts, and how it divides and writes them.
import type { Write } from '#lib/table/writes/write.ts';
import type { Change } from './changes.ts';
import type { Aggregator } from './checkpoint.ts';

/** Contains the deltas of some rollups. No two batches write the same item, so one transaction can write several. */
export interface Batch {
  readonly name: string;
}

interface Prepared<B extends Batch> {
  /** The first batches that fit into one transaction. */
  readonly batches: readonly B[];
  readonly puts: readonly Write[];
}

export type Layout = readonly string[];

export interface Aggregation<Delta, B extends Batch> {
  readonly name: Aggregator;
  readonly isRelevant: (change: Change) => boolean;
  readonly deltasOf: (change: Change) => readonly Delta[];
  /** The names of batches can depend on this layout. A sweep that has begun keeps its layout. */
  readonly layout?: Layout;
  /** Sorts the batches by name. */
  readonly batchesOf: (deltas: readonly Delta[], layout: Layout) => readonly B[];
  /** False if one of the batches alone could be too large for a transaction. */
  readonly eachFits: (batches: readonly B[]) => boolean;
  readonly prepare: (batches: readonly B[]) => Promise<Prepared<B>>;
  readonly onAggregated?: (deltas: readonly Delta[]) => void;
  /** Receives the writes of each transaction. */
  readonly onWritten?: (puts: readonly Write[]) => void;
}
