import { eventOf } from '#lib/catalog/event-of.ts';
import { skipEventsPast } from '#lib/events/store/batches.ts';
import { recordEvents } from '#lib/events/store/record.ts';
import { countChanges } from '#lib/figures/store/count-changes.ts';
import { requireShardId, type StreamEvent, windowState } from '#lib/streams/changes.ts';
import { skipPast } from '#lib/streams/checkpoint.ts';
import { consume, type Handle } from '#lib/streams/consumer.ts';

/** The function is idempotent: Lambda may retry a batch, and each click and each ledger entry still counts once. */
export async function handler(event: StreamEvent): Promise<typeof windowState> {
  const shardId = requireShardId(event);
  const handle: Handle = async (changes) => {
    await countChanges(shardId, changes);
    await recordEvents(shardId, changes, eventOf);
  };
  const skip = async (sequenceNumber: string) => {
    await skipPast('FIGURES', shardId, sequenceNumber);
    await skipEventsPast(shardId, sequenceNumber);
  };
  await consume('aggregate-clicks', event, handle, { skipPast: skip });
  return windowState;
}
