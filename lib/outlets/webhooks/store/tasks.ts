// Does the tasks that users give to the worker of an endpoint.
import { query } from '#lib/foundation/table/client.ts';
import { webhookTaskPartition } from '#lib/foundation/table/keys/webhook-keys.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { deliveryId, restarted } from '#lib/outlets/webhooks/rules/delivery.ts';
import type { Feed } from '#lib/outlets/webhooks/rules/feed.ts';
import { storedTask, type WebhookTask } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { removeTask } from '#lib/outlets/webhooks/writes.ts';
import { replayedEvents } from './feed-events.ts';
import { type Found, jobOf, readDeliveries } from './jobs.ts';

async function readTasks({ brandId, id }: WebhookEndpoint, limit: number): Promise<readonly WebhookTask[]> {
  const partition = webhookTaskPartition(brandId, id);
  const { Items: items = [] } = await query({ ...toQueryInput({ partition }), Limit: limit });
  return items.map((item) => storedTask.parse(item));
}

/** Returns the oldest task. */
export const readTask = async (endpoint: WebhookEndpoint): Promise<WebhookTask | undefined> =>
  (await readTasks(endpoint, 1))[0];

/** More than the tests that an endpoint accepts during its longest pause. */
const tasksInPause = 100;

/** Returns the oldest task that does not wait for the end of a pause. */
export const readUrgentTask = async (endpoint: WebhookEndpoint): Promise<WebhookTask | undefined> =>
  (await readTasks(endpoint, tasksInPause)).find(({ kind }) => kind === 'wake' || kind === 'retry');

export async function ofTask(
  endpoint: WebhookEndpoint,
  task: WebhookTask,
  feed: Feed,
  now: Date,
): Promise<Found> {
  const done = removeTask(endpoint, task);
  switch (task.kind) {
    case 'wake':
      return { jobs: [], writes: [done] };
    case 'replay':
      return replayedEvents(endpoint, task, feed, now);
    case 'test': {
      const { event } = task;
      const [delivery] = await readDeliveries(endpoint, [deliveryId(endpoint.id, event.id)]);
      return { jobs: delivery === undefined ? [] : [{ event, delivery }], writes: [done] };
    }
    case 'retry': {
      const [delivery] = await readDeliveries(endpoint, [task.deliveryId]);
      const { jobs, writes } =
        delivery === undefined ? { jobs: [], writes: [] } : await jobOf(restarted(delivery), feed, now);
      return { jobs, writes: [...writes, done] };
    }
  }
}
