import { aggregateClicks } from '#lib/click-statistics/store/aggregate-clicks.ts';
import { skipPast } from '#lib/click-statistics/store/checkpoint.ts';
import { requireShardId, type StreamEvent, windowState } from '#lib/streams/changes.ts';
import { consume } from '#lib/streams/consumer.ts';

/** The function is idempotent: Lambda may retry a batch, and each click still counts once. */
export async function handler(event: StreamEvent): Promise<typeof windowState> {
  const shardId = requireShardId(event);
  await consume('aggregate-clicks', event, {
    handle: (changes) => aggregateClicks(shardId, changes),
    skipPast: (sequenceNumber) => skipPast(shardId, sequenceNumber),
  });
  return windowState;
}
