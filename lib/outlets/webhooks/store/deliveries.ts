// Reads deliveries, and prepares the tasks that repeat them.
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict, invalidField, notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { deliveryPartition, webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { testEventType } from '#lib/outlets/webhooks/rules/formats.ts';
import { type Delivery, storedDelivery } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { ReplayInput } from '#lib/outlets/webhooks/schema/delivery-endpoints.ts';
import { storedEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { addTask } from '#lib/outlets/webhooks/writes.ts';
import { getEnabledEndpoint, getEndpoint, requireEnabled } from './endpoints.ts';

interface Reference {
  readonly brandId: string;
  readonly id: string;
}

export async function listDeliveries(reference: Reference, page: PageRequest) {
  const { brandId, id } = await getEndpoint(reference);
  return readList(
    { queries: [{ partition: deliveryPartition(brandId, id) }], kind: 'delivery' },
    page,
    (item) => storedDelivery.parse(item),
    undefined,
  );
}

/** Reads the delivery together with its endpoint. */
async function readBoth({ brandId, id }: Reference, deliveryId: string) {
  const [endpoint, delivery] = await getItems([
    webhookKeys.webhookEndpoint(brandId, id),
    webhookKeys.delivery(brandId, id, deliveryId),
  ]);
  if (endpoint === undefined) throw notFound('webhookEndpoint');
  if (delivery === undefined) throw notFound('delivery');
  return { endpoint: storedEndpoint.parse(endpoint), delivery: storedDelivery.parse(delivery) };
}

export const getDelivery = async (reference: Reference, deliveryId: string): Promise<Delivery> =>
  (await readBoth(reference, deliveryId)).delivery;

/** The worker sends the event of the delivery again. */
export async function prepareRetry(
  reference: Reference,
  deliveryId: string,
  now: Date,
): Promise<{ delivery: Delivery; writes: readonly Write[] }> {
  const { endpoint, delivery } = await readBoth(reference, deliveryId);
  requireEnabled(endpoint);
  if (delivery.eventType === testEventType)
    throw conflict('status_conflict', 'A test cannot be repeated: send another one to `POST …/test`');
  return { delivery, writes: [addTask(endpoint, { kind: 'retry', deliveryId }, now)] };
}

export const replayDays = 90;

export async function prepareReplay(
  reference: Reference,
  { from, to, types }: ReplayInput,
  now: Date,
): Promise<readonly Write[]> {
  const end = to ?? now.toISOString();
  if (from >= end) throw invalidField('from', 'Must be before `to`');
  const oldest = addSeconds(now, -replayDays * secondsPerDay).toISOString();
  if (from < oldest)
    throw invalidField('from', `Must be within the last ${replayDays} days: send ${oldest} or later`);
  const endpoint = await getEnabledEndpoint(reference);
  const range = { from, to: end, types: types ?? endpoint.events };
  return [addTask(endpoint, { kind: 'replay', ...range, sequence: null }, now)];
}
