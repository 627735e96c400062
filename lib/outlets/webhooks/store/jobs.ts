// Reads deliveries, and prepares their next attempts.

import { getItems } from '#lib/foundation/table/client.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import type { DeliveryBatch } from '#lib/outlets/webhooks/rules/delivery-batch.ts';
import type { Feed } from '#lib/outlets/webhooks/rules/feed.ts';
import { type Delivery, storedDelivery } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { abandonDelivery } from '#lib/outlets/webhooks/writes.ts';
import { isInFeed } from '#lib/record/events/rules/audience.ts';

/** A part of a batch. */
export type Found = Pick<DeliveryBatch, 'jobs' | 'writes'> & { readonly sequence?: number };

export const readDeliveries = async (
  { brandId, id: endpointId }: WebhookEndpoint,
  ids: readonly string[],
): Promise<readonly (Delivery | undefined)[]> => {
  const found = await getItems(ids.map((id) => webhookKeys.delivery(brandId, endpointId, id)));
  return found.map((item) => (item === undefined ? undefined : storedDelivery.parse(item)));
};

/** An event that no longer exists cannot be sent, so its delivery ends. */
export async function jobOf(delivery: Delivery, feed: Feed, now: Date): Promise<Found> {
  const event = await feed.findEvent(delivery.brandId, delivery.eventId);
  if (event === undefined || !isInFeed(event)) return { jobs: [], writes: abandonDelivery(delivery, now) };
  return { jobs: [{ event: feed.present(event), delivery }], writes: [] };
}
