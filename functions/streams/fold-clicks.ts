import { passOver } from '#lib/clicks/checkpoint.ts';
import { foldClicks } from '#lib/clicks/fold.ts';
import { consume } from '#lib/table/consumer.ts';
import { type StreamEvent, shardOf, windowAnswer } from '#lib/table/stream.ts';

/** Clicks into the daily figures. A batch that fails is sent again, and folded in just once. */
export async function handler(event: StreamEvent): Promise<typeof windowAnswer> {
  const shardId = shardOf(event);
  await consume('fold-clicks', event, {
    handle: (changes) => foldClicks(shardId, changes),
    passOver: (sequenceNumber) => passOver(shardId, sequenceNumber),
  });
  return windowAnswer;
}
