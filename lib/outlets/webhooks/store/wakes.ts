// Starts the workers of webhook endpoints through a queue.
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { sendToQueue } from '#lib/foundation/streams/work.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { webhookEndpointPartition } from '#lib/foundation/table/keys/webhook-keys.ts';
import type { Wake } from '#lib/outlets/webhooks/rules/wake.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';

const concurrency = 10;

export const sendWake = ({ brandId, endpointId }: Wake, delaySeconds = 0): Promise<void> =>
  sendToQueue('webhooks', { brandId, body: { brandId, endpointId }, delaySeconds });

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

/** Starts a worker for each endpoint of brands with new events, and for each endpoint with a new task. */
export async function wakeEndpoints(changes: readonly Change[]): Promise<void> {
  const segments = changes.filter((change) => isNew(change, 'eventSegment'));
  const brandIds = new Set(segments.map(({ after }) => String(after?.brandId)));
  const wakes = (await Promise.all([...brandIds].map(enabledEndpoints))).flat();
  const tasks = changes.filter((change) => isNew(change, 'webhookTask'));
  const ofTasks = tasks.map(({ after }) => ({
    brandId: String(after?.brandId),
    endpointId: String(after?.endpointId),
  }));
  const distinct = new Map([...wakes, ...ofTasks].map((wake) => [wake.endpointId, wake]));
  await forEachConcurrently(distinct.values(), concurrency, (wake) => sendWake(wake));
}
