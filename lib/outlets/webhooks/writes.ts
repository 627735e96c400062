// Builds the writes of webhook endpoints and of the tasks of their workers.

import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import {
  deleteExisting,
  putNew,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import type { Delivery, Replay, Retry, WebhookTask } from './schema/delivery.ts';
import type { WebhookEndpoint, WebhookSecrets } from './schema/stored.ts';

const maxEndpoints = 20;

const limitReached = () =>
  forbidden(
    'webhook_endpoint_limit_reached',
    `A brand can have at most ${maxEndpoints} webhook endpoints. Delete one that is no longer used`,
  );

const limit = { field: 'total', below: maxEndpoints, refused: limitReached };

/** `sequence` is the position in the feed after which the endpoint receives events. */
export const addEndpoint = (
  endpoint: WebhookEndpoint,
  secrets: WebhookSecrets,
  sequence: number,
): readonly Write[] => [
  putNew({ ...webhookKeys.webhookEndpoint(endpoint.brandId, endpoint.id), ...endpoint }),
  putNew({ ...webhookKeys.webhookSecrets(endpoint.brandId, endpoint.id), ...secrets }),
  putNew({ ...webhookKeys.webhookProgress(endpoint.brandId, endpoint.id), sequence }),
  incrementCounter(endpoint.brandId, 'webhookEndpoints', endpoint.id, { total: 1 }, limit),
];

/** Refused as stale if the endpoint was changed or deleted since it was read. */
export const changeEndpoint = (before: WebhookEndpoint, after: WebhookEndpoint): Write =>
  changeItem(webhookKeys.webhookEndpoint(before.brandId, before.id), before, after);

export const changeSecrets = (
  { brandId, id }: WebhookEndpoint,
  before: WebhookSecrets,
  after: WebhookSecrets,
): Write => changeItem(webhookKeys.webhookSecrets(brandId, id), before, after);

/** Skips the events until `sequence`, and forgets earlier failures. */
export function skipTo({ brandId, id }: WebhookEndpoint, sequence: number): Write {
  return updateExisting(
    webhookKeys.webhookProgress(brandId, id),
    {
      set: { sequence },
      remove: ['failedBatches', 'failingSince', 'failingFrom', 'pausedUntil'],
    },
    staleWrite,
  );
}

export const removeEndpoint = ({ brandId, id }: WebhookEndpoint): readonly Write[] => [
  deleteExisting(webhookKeys.webhookEndpoint(brandId, id), staleWrite),
  deleteExisting(webhookKeys.webhookSecrets(brandId, id), staleWrite),
  deleteExisting(webhookKeys.webhookProgress(brandId, id), staleWrite),
  incrementCounter(brandId, 'webhookEndpoints', id, { total: -1 }),
];

/** Deliveries, their retries and tasks are forgotten after 30 days. */
const retentionSeconds = 30 * secondsPerDay;
const expiry = (now: Date): number => epochSeconds(addSeconds(now, retentionSeconds));

const deliveryItem = (delivery: Delivery, now: Date) => ({
  ...webhookKeys.delivery(delivery.brandId, delivery.endpointId, delivery.id),
  ...delivery,
  expiresAt: expiry(now),
});

export const addDelivery = (delivery: Delivery, now: Date): Write => putNew(deliveryItem(delivery, now));

const retryKey = ({ brandId, id }: Pick<WebhookEndpoint, 'brandId' | 'id'>, { at, deliveryId }: Retry) =>
  webhookKeys.deliveryRetry(brandId, id, new Date(at), deliveryId);

export const removeRetry = (endpoint: Pick<WebhookEndpoint, 'brandId' | 'id'>, retry: Retry): Write => ({
  kind: 'delete',
  key: retryKey(endpoint, retry),
});

const retryOf = ({ id: deliveryId, nextAttemptAt: at }: Delivery): Retry | undefined =>
  at === null ? undefined : { deliveryId, at };

/** Replaces a delivery together with its place in the order of retries. */
export function replaceDelivery(before: Delivery, after: Delivery, now: Date): readonly Write[] {
  const endpoint = { brandId: after.brandId, id: after.endpointId };
  const [was, next] = [retryOf(before), retryOf(after)];
  const isMoved = was !== undefined && was.at !== next?.at;
  return [
    { kind: 'put', item: deliveryItem(after, now) },
    ...(isMoved ? [removeRetry(endpoint, was)] : []),
    ...(next === undefined
      ? []
      : [{ kind: 'put', item: { ...retryKey(endpoint, next), ...next, expiresAt: expiry(now) } } as const]),
  ];
}

export const abandonDelivery = (before: Delivery, now: Date): readonly Write[] =>
  replaceDelivery(before, { ...before, status: 'failed', nextAttemptAt: null }, now);

const taskKey = ({ brandId, id }: Pick<WebhookEndpoint, 'brandId' | 'id'>, task: { readonly id: string }) =>
  webhookKeys.webhookTask(brandId, id, task.id);

export const removeTask = (endpoint: WebhookEndpoint, task: WebhookTask): Write => ({
  kind: 'delete',
  key: taskKey(endpoint, task),
});

export const changeReplay = (endpoint: WebhookEndpoint, task: Replay, sequence: number): Write =>
  updateExisting(taskKey(endpoint, task), { set: { sequence } }, staleWrite);

type Unnamed<Task> = Task extends WebhookTask ? Omit<Task, 'id'> : never;

/** The stream function starts the worker of the endpoint when it sees a new task. */
export function addTask(
  { brandId, id: endpointId }: Pick<WebhookEndpoint, 'brandId' | 'id'>,
  task: Unnamed<WebhookTask>,
  now: Date,
): Write {
  const id = newId('webhookTask', now);
  return putNew({
    ...webhookKeys.webhookTask(brandId, endpointId, id),
    type: 'webhookTask',
    ...task,
    id,
    brandId,
    endpointId,
    expiresAt: expiry(now),
  });
}
