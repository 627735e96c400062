// How far the clicks of each shard have been folded.
import { now } from '#lib/shared/clock.ts';
import { afterSeconds, daysInSeconds, epochSeconds } from '#lib/shared/dates.ts';
import { changed, decideAndWrite } from '#lib/table/changes.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { transact, type Write } from '#lib/table/transaction.ts';

const consumer = 'CLICKS';
/**
 * Longer than a stream keeps its records (24 hours), and than a change that was set aside waits (14 days): shards come and
 * go, and their checkpoints with them.
 */
const checkpointLifetimeSeconds = 15 * daysInSeconds;
/** Sequence numbers have up to 40 digits: padded, they compare as text. */
export const position = (sequenceNumber: string): string => sequenceNumber.padStart(40, '0');

/**
 * From exactly where this run has seen it: a run that was thought dead, or one of a batch that was cut elsewhere, may
 * have folded in some of the same changes since.
 */
export const moveCheckpoint = (shardId: string, from: string | undefined, to: string): Write => ({
  kind: 'put',
  item: {
    ...keys.checkpoint(consumer, shardId),
    position: to,
    expiresAt: epochSeconds(afterSeconds(now(), checkpointLifetimeSeconds)),
  },
  condition: from === undefined ? 'attribute_not_exists(#pk)' : '#position = :from',
  values: from === undefined ? {} : { from },
  refused: changed,
});

/** How far the shard has been folded. */
export async function positionOf(shardId: string): Promise<string | undefined> {
  const checkpoint = await getItem(keys.checkpoint(consumer, shardId));
  return checkpoint === undefined ? undefined : String(checkpoint.position);
}

/** Moves a shard's checkpoint past a change that was set aside, so that the change is not met there again. */
export const passOver = (shardId: string, sequenceNumber: string): Promise<void> =>
  decideAndWrite(async () => {
    const done = await positionOf(shardId);
    const to = position(sequenceNumber);
    if (done === undefined || done < to) await transact([moveCheckpoint(shardId, done, to)]);
  });
