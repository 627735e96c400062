// Selects the events of the feed that an endpoint receives next.

import type { Write } from '#lib/foundation/table/writes/write.ts';
import { deliveryId, newDelivery, restarted } from '#lib/outlets/webhooks/rules/delivery.ts';
import { type Job, maxJobs } from '#lib/outlets/webhooks/rules/delivery-batch.ts';
import type { Feed } from '#lib/outlets/webhooks/rules/feed.ts';
import type { Replay } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { changeReplay, removeTask } from '#lib/outlets/webhooks/writes.ts';
import { type FeedEvent, isInFeed } from '#lib/record/events/rules/audience.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import { matchesType } from '#lib/record/events/rules/type-patterns.ts';
import { type Found, readDeliveries } from './jobs.ts';

interface Selection {
  readonly events: readonly FeedEvent[];
  readonly sequence: number;
}

/** Selects the events of a segment that an endpoint receives, up to the size of a batch. */
function select(segment: readonly RecordedEvent[], types: readonly string[], sequence: number): Selection {
  const events: FeedEvent[] = [];
  let last = sequence;
  for (const event of segment) {
    if (events.length === maxJobs) break;
    if (isInFeed(event) && matchesType(types, event.type)) events.push(event);
    last = event.sequence;
  }
  return { events, sequence: last };
}

/** Only a worker that was killed leaves events with a delivery behind its position. They are not sent twice. */
export async function newEvents(
  endpoint: WebhookEndpoint,
  sequence: number,
  feed: Feed,
  now: Date,
): Promise<Found & { readonly isEnd: boolean }> {
  const segment = await feed.readEventsAfter(endpoint.brandId, sequence);
  const selected = select(segment, endpoint.events, sequence);
  const found = await readDeliveries(
    endpoint,
    selected.events.map(({ id }) => deliveryId(endpoint.id, id)),
  );
  const jobs = selected.events.flatMap((event, index): Job[] =>
    found[index] === undefined
      ? [{ event: feed.present(event), delivery: newDelivery(endpoint, event, now) }]
      : [],
  );
  return { jobs, writes: [], sequence: selected.sequence, isEnd: segment.length === 0 };
}

export async function replayedEvents(
  endpoint: WebhookEndpoint,
  task: Replay,
  feed: Feed,
  now: Date,
): Promise<Found> {
  const start = task.sequence ?? (await feed.sequenceBefore(endpoint.brandId, new Date(task.from)));
  const segment = await feed.readEventsAfter(endpoint.brandId, start);
  const within = segment.filter(({ createdAt }) => createdAt < task.to);
  const { events, sequence } = select(within, task.types, start);
  const found = await readDeliveries(
    endpoint,
    events.map(({ id }) => deliveryId(endpoint.id, id)),
  );
  const jobs = events.map((event, index) => ({
    event: feed.present(event),
    delivery: restarted(found[index] ?? newDelivery(endpoint, event, now)),
  }));
  const isEnd =
    within.length === 0 || (within.length < segment.length && sequence === within.at(-1)?.sequence);
  const write: Write = isEnd ? removeTask(endpoint, task) : changeReplay(endpoint, task, sequence);
  return { jobs, writes: [write] };
}
