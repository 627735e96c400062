// Aggregates changes from the table's stream into items, exactly once.
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Aggregation, Batch } from './aggregation-definition.ts';
import type { Change } from './changes.ts';
import { type Checkpoint, moveCheckpoint, readCheckpoint } from './checkpoint.ts';
import { type ChangeDeltas, changesAfter, type LazyChange, lazyChange } from './lazy-changes.ts';

type Sweep = NonNullable<Checkpoint['sweep']>;

/** Conflicts are frequent, because all shards write to the items of the same brand. */
const maxAttempts = 30;

const firstHalf = <Value>(values: readonly Value[]): readonly Value[] =>
  values.slice(0, Math.ceil(values.length / 2));

interface Run<Delta, B extends Batch> {
  readonly aggregation: Aggregation<Delta, B>;
  readonly shardId: string;
}

type Changes<Delta> = readonly ChangeDeltas<Delta>[];

/** The checkpoint of the shard moves in the same transaction as the items, so each change counts once. */
export async function aggregate<Delta, B extends Batch>(
  aggregation: Aggregation<Delta, B>,
  shardId: string,
  changes: readonly Change[],
): Promise<void> {
  const lazyChanges = changes.map((change) => lazyChange(change, aggregation.deltasOf));
  const run = { aggregation, shardId };
  while (await retryOnConflict(() => aggregateNext(run, lazyChanges), maxAttempts));
}

async function aggregateNext<Delta, B extends Batch>(
  run: Run<Delta, B>,
  lazyChanges: readonly LazyChange<Delta>[],
): Promise<boolean> {
  const checkpoint = await readCheckpoint(run.aggregation.name, run.shardId);
  const changes = changesAfter(checkpoint.position, lazyChanges);
  const last = changes.at(-1);
  if (last === undefined) return false;
  const { sweep } = checkpoint;
  if (sweep === null) await continueSweep(run, checkpoint, changes, { to: last.at, after: '' });
  else if (last.at < sweep.to) await catchUp(run, checkpoint, changes, sweep);
  else {
    const swept = changes.filter(({ at }) => at <= sweep.to);
    await continueSweep(run, checkpoint, swept, sweep);
  }
  return true;
}

const batchesAfter = <Delta, B extends Batch>(
  { aggregation }: Run<Delta, B>,
  { after }: Pick<Sweep, 'after'>,
  changes: Changes<Delta>,
): readonly B[] =>
  aggregation.batchesOf(changes.flatMap(({ deltas }) => deltas)).filter((batch) => batch.name > after);

/** Writes the items and moves the checkpoint. */
const commit = <Delta, B extends Batch>(
  { aggregation, shardId }: Run<Delta, B>,
  [from, to]: readonly [Checkpoint, Checkpoint],
  puts: readonly Write[],
): Promise<void> => transact([moveCheckpoint(aggregation.name, shardId, from, to), ...puts]);

async function continueSweep<Delta, B extends Batch>(
  run: Run<Delta, B>,
  checkpoint: Checkpoint,
  changes: Changes<Delta>,
  sweep: Sweep,
): Promise<void> {
  const { prepare, onAggregated } = run.aggregation;
  const remaining = batchesAfter(run, sweep, changes);
  const { batches, puts } = await prepare(remaining);
  const isComplete = batches.length === remaining.length;
  const next: Checkpoint = isComplete
    ? { position: sweep.to, sweep: null }
    : { ...checkpoint, sweep: { ...sweep, after: batches.at(-1)?.name ?? sweep.after } };
  await commit(run, [checkpoint, next], puts);
  if (isComplete) onAggregated?.(changes.flatMap(({ deltas }) => deltas));
}

/**
 * Another run with more changes, including these, has updated the items up to `sweep.after`, in the order of their names. Apply
 * these changes only to the later items.
 */
async function catchUp<Delta, B extends Batch>(
  run: Run<Delta, B>,
  checkpoint: Checkpoint,
  changes: Changes<Delta>,
  sweep: Sweep,
): Promise<void> {
  const { prepare, onAggregated } = run.aggregation;
  const remaining = batchesAfter(run, sweep, changes);
  const { batches, puts } = await prepare(remaining);
  if (batches.length < remaining.length) {
    if (changes.length === 1) throw new Error('The items of one change do not fit into one transaction');
    return catchUp(run, checkpoint, firstHalf(changes), sweep);
  }
  const position = changes.at(-1)?.at ?? checkpoint.position;
  await commit(run, [checkpoint, { position, sweep }], puts);
  onAggregated?.(changes.flatMap(({ deltas }) => deltas));
}
