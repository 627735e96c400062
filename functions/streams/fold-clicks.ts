import { foldClicks } from '#lib/clicks/fold.ts';
import { changesIn, type StreamEvent, shardOf } from '#lib/table/stream.ts';

/** Clicks and visits into the daily figures. A batch that fails is sent again, and folded in just once. */
export const handler = (event: StreamEvent): Promise<void> => foldClicks(shardOf(event), changesIn(event));
