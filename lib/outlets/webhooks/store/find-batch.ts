// Finds the events of the next batch: due retries first, then a task of a user, then new events of the feed.
import { query } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { retryPartition } from '#lib/foundation/table/keys/webhook-keys.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { type DeliveryBatch, maxJobs } from '#lib/outlets/webhooks/rules/delivery-batch.ts';
import type { Feed } from '#lib/outlets/webhooks/rules/feed.ts';
import { storedRetry } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { Progress, WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { removeRetry } from '#lib/outlets/webhooks/writes.ts';
import { newEvents } from './feed-events.ts';
import { type Found, jobOf, readDeliveries } from './jobs.ts';
import { ofTask, readTask, readUrgentTask } from './tasks.ts';

/** Returns the retries in the order of their times. */
async function readRetries({ brandId, id }: WebhookEndpoint): Promise<readonly Item[]> {
  const partition = retryPartition(brandId, id);
  const { Items: items = [] } = await query({ ...toQueryInput({ partition }), Limit: maxJobs });
  return items;
}

const joined = (parts: readonly Found[]): Found => ({
  jobs: parts.flatMap(({ jobs }) => jobs),
  writes: parts.flatMap(({ writes }) => writes),
});

async function ofRetries(
  endpoint: WebhookEndpoint,
  due: readonly Item[],
  feed: Feed,
  now: Date,
): Promise<Found> {
  const retries = due.map((item) => storedRetry.parse(item));
  const deliveries = await readDeliveries(
    endpoint,
    retries.map((retry) => retry.deliveryId),
  );
  const parts = retries.map(async (retry, index): Promise<Found> => {
    const delivery = deliveries[index];
    // Another attempt has replaced the time of this retry.
    if (delivery === undefined || delivery.nextAttemptAt !== retry.at)
      return { jobs: [], writes: [removeRetry(endpoint, retry)] };
    return jobOf(delivery, feed, now);
  });
  return joined(await Promise.all(parts));
}

/** During a pause, a worker sends only the deliveries that a user has selected. Tests wait, because they would prolong the failure. */
async function findBatchInPause(
  endpoint: WebhookEndpoint,
  { sequence, pausedUntil }: Progress & { readonly pausedUntil: string },
  feed: Feed,
  now: Date,
): Promise<DeliveryBatch> {
  const task = await readUrgentTask(endpoint);
  const nextAt = new Date(pausedUntil);
  return task === undefined
    ? { jobs: [], writes: [], sequence, hasWork: false, nextAt }
    : { sequence, hasWork: true, nextAt, ...(await ofTask(endpoint, task, feed, now)) };
}

export async function findBatch(
  endpoint: WebhookEndpoint,
  progress: Progress,
  feed: Feed,
  now: Date,
): Promise<DeliveryBatch> {
  const { sequence, pausedUntil } = progress;
  if (pausedUntil !== null && pausedUntil > now.toISOString())
    return findBatchInPause(endpoint, { ...progress, pausedUntil }, feed, now);
  const [retries, task] = await Promise.all([readRetries(endpoint), readTask(endpoint)]);
  const due = retries.filter(({ at }) => String(at) <= now.toISOString());
  const [next] = retries.slice(due.length);
  const rest = {
    sequence,
    hasWork: true,
    nextAt: next === undefined ? undefined : new Date(String(next.at)),
  };
  if (due.length > 0) return { ...rest, ...(await ofRetries(endpoint, due, feed, now)) };
  if (task !== undefined) return { ...rest, ...(await ofTask(endpoint, task, feed, now)) };
  const { isEnd, ...found } = await newEvents(endpoint, sequence, feed, now);
  return { ...rest, hasWork: !isEnd, ...found };
}
