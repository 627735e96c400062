// Remembers the batch of a shard that is being recorded, so that the events of a repeated batch are recorded once.
import * as z from 'zod';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { checkpointLifetimeSeconds, positionOf } from '#lib/foundation/streams/checkpoint.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import type { Head } from '#lib/record/events/rules/segment.ts';

const storedBatch = z.object({
  /** All changes up to this position are recorded. */
  position: z.string(),
  /** The changes of the batch end here. Some of them are recorded if a function was killed. */
  to: z.string(),
  /** The newest sequence number of each brand before the batch. The segments of the batch are later. */
  heads: z.record(z.string(), z.int()),
});
export type StartedBatch = z.output<typeof storedBatch>;

const none: StartedBatch = { position: '', to: '', heads: {} };

const keyOf = (shardId: string) => keys.checkpoint('EVENTS', shardId);

export async function readBatch(shardId: string): Promise<StartedBatch> {
  const found = await getItem(keyOf(shardId));
  return found === undefined ? none : storedBatch.parse(found);
}

/** Throws a stale write if another run has started a batch of the shard. */
async function replaceBatch(shardId: string, from: StartedBatch, to: StartedBatch): Promise<void> {
  const expiresAt = epochSeconds(addSeconds(now(), checkpointLifetimeSeconds));
  const existing = await putOrGetExisting(
    { ...keyOf(shardId), ...to, expiresAt },
    from === none
      ? { condition: 'attribute_not_exists(#pk)' }
      : {
          condition: '#position = :position AND #to = :to',
          values: { position: from.position, to: from.to },
        },
  );
  if (existing !== undefined) throw staleWrite();
}

/** Lambda delivers the next batch of a shard only after the batch before is recorded. */
export async function startBatch(
  shardId: string,
  before: StartedBatch,
  to: string,
  heads: ReadonlyMap<string, Head>,
): Promise<void> {
  const sequences = [...heads].map(([brandId, { sequence }]): [string, number] => [brandId, sequence]);
  const position = before.to > before.position ? before.to : before.position;
  await replaceBatch(shardId, before, { position, to, heads: Object.fromEntries(sequences) });
}

/** For a change that became a dead letter. The changes before it are recorded. */
export const skipEventsPast = (shardId: string, sequenceNumber: string): Promise<void> =>
  retryOnConflict(async () => {
    const before = await readBatch(shardId);
    const position = positionOf(sequenceNumber);
    if (before.position < position) await replaceBatch(shardId, before, { ...before, position });
  });
