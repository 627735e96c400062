// Starts the workers of webhook endpoints through a queue.
import { sendMessage } from '#lib/aws/sqs.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { environment } from '#lib/shared/environment.ts';
import type { Change } from '#lib/streams/changes.ts';
import { getItems, queryPartition } from '#lib/table/client.ts';
import { isTransient } from '#lib/table/failures.ts';
import { webhookEndpointPartition, webhookKeys } from '#lib/table/keys/webhook-keys.ts';
import { pause } from '#lib/table/pause.ts';
import type { Wake } from '#lib/webhooks/rules/wake.ts';
import { storedProgress, type WebhookEndpoint } from '#lib/webhooks/schema/stored.ts';

const concurrency = 10;
/** A kept connection can be closed at any time, for example while Lambda has frozen the process. */
const sendAttempts = 4;

export async function sendWake({ brandId, endpointId }: Wake, delaySeconds = 0): Promise<void> {
  const { WEBHOOK_QUEUE: queue } = environment;
  if (queue === undefined) throw new Error('Set WEBHOOK_QUEUE');
  const message = { queue, body: JSON.stringify({ brandId, endpointId }), delaySeconds };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendMessage(message);
    } catch (error) {
      // A message that arrives twice is harmless: its second worker finds nothing to send.
      if (attempt === sendAttempts || !isTransient(error)) throw error;
    }
    await pause(attempt);
  }
}

const disabled: WebhookEndpoint['status'] = 'disabled';

/** Does not parse the endpoints, so that an unreadable one does not stop the others. Its message becomes a dead letter. */
async function enabledEndpoints(brandId: string): Promise<readonly Wake[]> {
  const found = await queryPartition(webhookEndpointPartition(brandId));
  return found
    .filter(({ status }) => status !== disabled)
    .map(({ sk }) => ({ brandId, endpointId: String(sk) }));
}

const isNew = ({ before, after }: Change, type: string): boolean =>
  before === undefined && after?.type === type;

interface PlannedWake {
  readonly wake: Wake;
  readonly at: Date;
}

/** Returns the messages that make up for those that a local queue has lost: one now, and one at the time of the lost one. */
export async function restoredWakes(brandId: string, now: Date): Promise<readonly PlannedWake[]> {
  const wakes = await enabledEndpoints(brandId);
  const found = await getItems(
    wakes.map(({ endpointId }) => webhookKeys.webhookProgress(brandId, endpointId)),
  );
  return wakes.flatMap((wake, index) => {
    const nextWakeAt = storedProgress.safeParse(found[index]).data?.nextWakeAt ?? null;
    return [{ wake, at: now }, ...(nextWakeAt === null ? [] : [{ wake, at: new Date(nextWakeAt) }])];
  });
}

/** Starts a worker for each endpoint of brands with new events, and for each endpoint with a new task. */
export async function wakeEndpoints(changes: readonly Change[]): Promise<void> {
  const pages = changes.filter((change) => isNew(change, 'eventPage'));
  const brandIds = new Set(pages.map(({ after }) => String(after?.brandId)));
  const wakes = (await Promise.all([...brandIds].map(enabledEndpoints))).flat();
  const tasks = changes.filter((change) => isNew(change, 'webhookTask'));
  const ofTasks = tasks.map(({ after }) => ({
    brandId: String(after?.brandId),
    endpointId: String(after?.endpointId),
  }));
  const distinct = new Map([...wakes, ...ofTasks].map((wake) => [wake.endpointId, wake]));
  await forEachConcurrently(distinct.values(), concurrency, (wake) => sendWake(wake));
}
