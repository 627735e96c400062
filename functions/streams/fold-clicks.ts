import { foldClicks } from '#lib/clicks/fold.ts';
import { changesIn, type StreamEvent, shardOf, windowAnswer } from '#lib/table/stream.ts';

/** Clicks and visits into the daily figures. A batch that fails is sent again, and folded in just once. */
export async function handler(event: StreamEvent): Promise<typeof windowAnswer> {
  await foldClicks(shardOf(event), changesIn(event));
  return windowAnswer;
}
