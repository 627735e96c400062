// Reads and moves the checkpoints of aggregations. Each aggregation has one checkpoint for each shard of the stream.
import * as z from 'zod';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { redeliveryDays } from '#lib/foundation/shared/retention.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';

/** The partition of the checkpoints contains this name, so a name must not change. */
export type Aggregator = 'FIGURES';

export const checkpointLifetimeSeconds = redeliveryDays * secondsPerDay;

export const positionOf = (sequenceNumber: string): string => sequenceNumber.padStart(40, '0');

const storedCheckpoint = z.object({
  /** All items include all changes up to this position. */
  position: z.string(),
  /** A sweep writes the changes up to `to` in several transactions. The items up to the name `after` already include them. */
  sweep: z.object({ to: z.string(), after: z.string() }).nullable(),
});
export type Checkpoint = z.output<typeof storedCheckpoint>;

const start: Checkpoint = { position: '', sweep: null };

export async function readCheckpoint(aggregator: Aggregator, shardId: string): Promise<Checkpoint> {
  const found = await getItem(keys.checkpoint(aggregator, shardId));
  return found === undefined ? start : storedCheckpoint.parse(found);
}

/** Throws a stale write if another run has moved the checkpoint. Otherwise the changes of both runs could count twice. */
export const moveCheckpoint = (
  aggregator: Aggregator,
  shardId: string,
  from: Checkpoint,
  to: Checkpoint,
): Write => ({
  kind: 'put',
  item: {
    ...keys.checkpoint(aggregator, shardId),
    ...to,
    expiresAt: epochSeconds(addSeconds(now(), checkpointLifetimeSeconds)),
  },
  ...(from.position === '' && from.sweep === null
    ? { condition: 'attribute_not_exists(#pk)' }
    : { condition: '#position = :position AND #sweep = :sweep', values: { ...from } }),
  refused: staleWrite,
});

export const skipPast = (aggregator: Aggregator, shardId: string, sequenceNumber: string): Promise<void> =>
  retryOnConflict(async () => {
    const checkpoint = await readCheckpoint(aggregator, shardId);
    const position = positionOf(sequenceNumber);
    if (checkpoint.position >= position) return;
    await transact([moveCheckpoint(aggregator, shardId, checkpoint, { ...checkpoint, position })]);
  });
