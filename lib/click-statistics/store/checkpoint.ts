// How far the clicks of each shard have been folded.
import * as z from 'zod';
import { now } from '#lib/shared/clock.ts';
import { afterSeconds, daysInSeconds, epochSeconds } from '#lib/shared/dates.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { staleWrite, type Write } from '#lib/table/writes/write.ts';

const consumer = 'CLICKS';
/**
 * Longer than a stream keeps its records (24 hours), and than a change that was set aside waits (14 days): shards come and
 * go, and their checkpoints with them.
 */
const checkpointLifetimeSeconds = 15 * daysInSeconds;
/** Sequence numbers have up to 40 digits: padded, they compare as text. */
export const positionOf = (sequenceNumber: string): string => sequenceNumber.padStart(40, '0');

const storedCheckpoint = z.object({
  /** All changes up to here are in all figures. */
  position: z.string(),
  /**
   * A batch whose figures do not fit into one transaction is written in the order of their names: those up to `after` have
   * all changes up to `to`.
   */
  sweep: z.object({ to: z.string(), after: z.string() }).nullable(),
});
export type Checkpoint = z.output<typeof storedCheckpoint>;

/** Before the first change, which no sequence number is. */
const start: Checkpoint = { position: '', sweep: null };

export async function readCheckpoint(shardId: string): Promise<Checkpoint> {
  const found = await getItem(keys.checkpoint(consumer, shardId));
  return found === undefined ? start : storedCheckpoint.parse(found);
}

/**
 * From exactly where this run has seen it: a run that was thought dead, or one of a batch that was cut elsewhere, may
 * have folded in some of the same changes since.
 */
export const moveCheckpoint = (shardId: string, from: Checkpoint, to: Checkpoint): Write => ({
  kind: 'put',
  item: {
    ...keys.checkpoint(consumer, shardId),
    ...to,
    expiresAt: epochSeconds(afterSeconds(now(), checkpointLifetimeSeconds)),
  },
  ...(from.position === '' && from.sweep === null
    ? { condition: 'attribute_not_exists(#pk)' }
    : { condition: '#position = :position AND #sweep = :sweep', values: { ...from } }),
  refused: staleWrite,
});

/** Moves a shard's checkpoint past a change that was set aside, so that the change is not met there again. */
export const skipPast = (shardId: string, sequenceNumber: string): Promise<void> =>
  retryOnConflict(async () => {
    const checkpoint = await readCheckpoint(shardId);
    const position = positionOf(sequenceNumber);
    if (checkpoint.position >= position) return;
    await transact([moveCheckpoint(shardId, checkpoint, { ...checkpoint, position })]);
  });
