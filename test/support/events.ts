// Records events from the table's stream, and follows the feed.
import { handler as aggregate } from '#functions/streams/aggregate-clicks.ts';
import { changesIn } from '#lib/foundation/streams/changes.ts';
import { type FeedEvent, isInFeed } from '#lib/record/events/rules/audience.ts';
import { eventsIn, type RecordedEvent, storedSegment } from '#lib/record/events/rules/segment.ts';
import type { Json } from '#test/support/json.ts';
import { runQueues } from './queue-workers.ts';
import { send } from './service.ts';
import { dispatch, newChanges } from './stream.ts';

/** Processes the table's stream and the queues until no function changes anything. Afterwards the feed has all events, also by resource. */
export async function recordAllEvents(): Promise<void> {
  for (;;) {
    const batches = await newChanges();
    for (const batch of batches) {
      await aggregate({ shardId: batch.shardId, Records: [...batch.records] });
      await dispatch(batch);
    }
    if ((await runQueues()) === 0 && batches.length === 0) return;
  }
}

/** Follows the feed from `after` to its end, as a consumer does. */
export async function followFeed(token: string, query = 'limit=100', after?: string): Promise<Json[]> {
  const position = after === undefined ? '' : `&after=${after}`;
  const { json } = await send('GET', `/events?${query}${position}`, { token });
  return json.meta.hasMore ? [...json.data, ...(await followFeed(token, query, json.meta.after))] : json.data;
}

/** Reads the audit trail from its newest entry to its oldest. */
export async function followTrail(token: string, query = 'limit=100', cursor?: string): Promise<Json[]> {
  const position = cursor === undefined ? '' : `&cursor=${cursor}`;
  const { json } = await send('GET', `/audit?${query}${position}`, { token });
  const { cursor: next } = json.meta;
  return next === null ? json.data : [...json.data, ...(await followTrail(token, query, next))];
}

/** Processes the stream and the queues, and returns the events that this adds to the feeds of all brands, each in the order of its feed. */
export async function takeNewEvents(): Promise<readonly FeedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const batches = await newChanges();
    for (const { shardId, records } of batches) {
      await aggregate({ shardId, Records: [...records] });
      await dispatch({ shardId, records });
      const segments = changesIn({ Records: [...records] }).filter(
        ({ before, after }) => before === undefined && after?.type === 'eventSegment',
      );
      events.push(...segments.flatMap(({ after }) => eventsIn(storedSegment.parse(after))));
    }
    if ((await runQueues()) === 0 && batches.length === 0) return events.filter(isInFeed);
  }
}
