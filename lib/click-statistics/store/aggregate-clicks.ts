// Aggregates clicks from the table's stream into rollups, exactly once.

import { type RollupBatch, rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { logger } from '#lib/shared/logger.ts';
import type { Change } from '#lib/streams/changes.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { type ClickDelta, deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { visitType } from '#lib/tracking/rules/visit.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { type Checkpoint, moveCheckpoint, positionOf, readCheckpoint } from './checkpoint.ts';
import { eachFits, prepareTransaction } from './rollup-transaction.ts';

interface ChangeDeltas {
  readonly at: string;
  readonly deltas: readonly ClickDelta[];
}

/** Returns no deltas when TTL deletes a visit, because its clicks still count. */
export function deltasOf({ before, after }: Change): readonly ClickDelta[] {
  if (after?.type !== visitType) return [];
  return deltasBetween(
    before === undefined ? undefined : storedVisit.parse(before),
    storedVisit.parse(after),
  );
}

/** Conflicts are frequent, because all shards write to the rollups of the same brand. */
const maxAttempts = 30;

/** The checkpoint of the shard moves in the same transaction as the rollups, so each change counts once. */
export async function aggregateClicks(shardId: string, changes: readonly Change[]): Promise<void> {
  const lazyChanges = changes.map(lazyChange);
  while (await retryOnConflict(() => aggregateNext(shardId, lazyChanges), maxAttempts));
}

interface LazyChange {
  readonly at: string;
  readonly parse: () => ChangeDeltas;
}

function lazyChange(change: Change): LazyChange {
  const at = positionOf(change.sequenceNumber);
  let parsed: ChangeDeltas | undefined;
  return {
    at,
    parse: () => {
      parsed ??= { at, deltas: deltasOf(change) };
      return parsed;
    },
  };
}

/** Does not parse changes up to the checkpoint, because a skipped poison record among them would throw again. */
const changesAfter = (position: string, changes: readonly LazyChange[]): readonly ChangeDeltas[] =>
  changes
    .filter(({ at }) => at > position)
    .map(({ parse }) => parse())
    .filter(({ deltas }) => deltas.length > 0);

async function aggregateNext(shardId: string, lazyChanges: readonly LazyChange[]): Promise<boolean> {
  if (lazyChanges.length === 0) return false;
  const checkpoint = await readCheckpoint(shardId);
  const changes = changesAfter(checkpoint.position, lazyChanges);
  const last = changes.at(-1);
  if (last === undefined) return false;
  const { sweep } = checkpoint;
  if (sweep === null) return startSweep(shardId, checkpoint, changes);
  if (last.at < sweep.to) await catchUp(shardId, checkpoint, changes, sweep);
  else {
    const swept = changes.filter(({ at }) => at <= sweep.to);
    await continueSweep(shardId, checkpoint, swept, sweep);
  }
  return true;
}

type Sweep = NonNullable<Checkpoint['sweep']>;

const batchesAfter = (name: string, changes: readonly ChangeDeltas[]): readonly RollupBatch[] =>
  rollupBatches(changes.flatMap(({ deltas }) => deltas)).filter((batch) => batch.name > name);

const firstHalf = (changes: readonly ChangeDeltas[]): readonly ChangeDeltas[] =>
  changes.slice(0, Math.ceil(changes.length / 2));

async function continueSweep(
  shardId: string,
  checkpoint: Checkpoint,
  changes: readonly ChangeDeltas[],
  { to, after }: Sweep,
): Promise<boolean> {
  const remaining = batchesAfter(after, changes);
  const { batches, puts } = await prepareTransaction(remaining);
  const isComplete = batches.length === remaining.length;
  const next: Checkpoint = isComplete
    ? { position: to, sweep: null }
    : { ...checkpoint, sweep: { to, after: batches.at(-1)?.name ?? after } };
  await transact([moveCheckpoint(shardId, checkpoint, next), ...puts]);
  if (isComplete) countClickEvents(changes.flatMap(({ deltas }) => deltas));
  return !isComplete;
}

async function startSweep(
  shardId: string,
  checkpoint: Checkpoint,
  changes: readonly ChangeDeltas[],
): Promise<boolean> {
  if (changes.length > 1 && !eachFits(batchesAfter('', changes))) {
    await startSweep(shardId, checkpoint, firstHalf(changes));
    return true;
  }
  const to = changes.at(-1)?.at ?? checkpoint.position;
  return continueSweep(shardId, checkpoint, changes, { to, after: '' });
}

/**
 * Another run with more changes, including these, has updated the rollups up to `sweep.after`, in name order. Apply these changes
 * only to the later rollups.
 */
async function catchUp(
  shardId: string,
  checkpoint: Checkpoint,
  changes: readonly ChangeDeltas[],
  sweep: Sweep,
): Promise<void> {
  const remaining = batchesAfter(sweep.after, changes);
  const { batches, puts } = await prepareTransaction(remaining);
  if (batches.length < remaining.length) {
    if (changes.length === 1) throw new Error('The rollups of one visit do not fit into one transaction');
    return catchUp(shardId, checkpoint, firstHalf(changes), sweep);
  }
  const position = changes.at(-1)?.at ?? checkpoint.position;
  await transact([moveCheckpoint(shardId, checkpoint, { position, sweep }), ...puts]);
  countClickEvents(changes.flatMap(({ deltas }) => deltas));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function countClickEvents(deltas: readonly ClickDelta[]): void {
  const counted = sum(deltas.map(({ clicks }) => clicks));
  const filtered = sum(deltas.flatMap((delta) => Object.values(delta.filtered)));
  if (counted + filtered > 0) logger.countEvent('ClickStored', counted + filtered);
  if (counted > 0) logger.countEvent('ClickCounted', counted);
}
