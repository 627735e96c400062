import { eventOf } from '#lib/care/catalog/event-of.ts';
import { requireShardId, type StreamEvent, windowState } from '#lib/foundation/streams/changes.ts';
import { consume, type Handle } from '#lib/foundation/streams/consumer.ts';
import { processOnce, skipPast } from '#lib/foundation/streams/exactly-once.ts';
import { countChanges, isCounted } from '#lib/outlets/figures/store/count-changes.ts';
import { isRecorded } from '#lib/record/events/rules/new-event.ts';
import { recordEvents } from '#lib/record/events/store/record.ts';

/** The function is idempotent: Lambda may retry a batch, and each click and each ledger entry still counts once. */
export async function handler(event: StreamEvent): Promise<typeof windowState> {
  const shardId = requireShardId(event);
  const handle: Handle = async (all) => {
    // The checkpoint is an item too, so moving it for other changes would never end.
    const changes = all.filter((change) => isCounted(change) || isRecorded(change));
    await processOnce(shardId, changes, async (later) => {
      await countChanges(shardId, later);
      await recordEvents(shardId, later, eventOf);
    });
  };
  const skip = (sequenceNumber: string) => skipPast(shardId, sequenceNumber);
  await consume('aggregate-clicks', event, handle, { skipPast: skip });
  return windowState;
}
