import { aggregateClicks } from '#lib/click-statistics/store/aggregate-clicks.ts';
import { skipPast } from '#lib/click-statistics/store/checkpoint.ts';
import { type StreamEvent, shardOf, windowState } from '#lib/streams/changes.ts';
import { consume } from '#lib/streams/consumer.ts';

/** Aggregates clicks into rollups. Retried batches have no effect. */
export async function handler(event: StreamEvent): Promise<typeof windowState> {
  const shardId = shardOf(event);
  await consume('aggregate-clicks', event, {
    handle: (changes) => aggregateClicks(shardId, changes),
    skipPast: (sequenceNumber) => skipPast(shardId, sequenceNumber),
  });
  return windowState;
}
