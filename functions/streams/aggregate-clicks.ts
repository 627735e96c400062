import { eventOf } from '#lib/care/catalog/event-of.ts';
import { requireShardId, type StreamEvent, windowState } from '#lib/foundation/streams/changes.ts';
import { skipPast } from '#lib/foundation/streams/checkpoint.ts';
import { consume, type Handle } from '#lib/foundation/streams/consumer.ts';
import { countChanges } from '#lib/outlets/figures/store/count-changes.ts';
import { skipEventsPast } from '#lib/record/events/store/batches.ts';
import { recordEvents } from '#lib/record/events/store/record.ts';

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
