// Creates deliveries of webhooks that were made, without a receiver.
import { now } from '#lib/shared/clock.ts';
import { transact } from '#lib/table/transact.ts';
import { attempted, newDelivery } from '#lib/webhooks/rules/delivery.ts';
import { sealedAttempt } from '#lib/webhooks/rules/sealed-response.ts';
import type { Delivery } from '#lib/webhooks/schema/delivery.ts';
import { addDelivery } from '#lib/webhooks/writes.ts';
import { createEvent } from './recorded-event.ts';

export async function createDelivery(endpoint: {
  readonly brandId: string;
  readonly endpointId: string;
}): Promise<Delivery> {
  const { brandId, endpointId: id } = endpoint;
  const { id: eventId, nonce } = await createEvent(brandId);
  const event = { id: eventId, type: 'settings.updated', resourceId: brandId } as const;
  const attempt = { at: now().toISOString(), status: 204, durationMs: 12, error: null, response: 'accepted' };
  const delivery = attempted(newDelivery({ brandId, id }, event, now()), sealedAttempt(attempt, nonce), 0.5);
  await transact([addDelivery(delivery, now())]);
  return delivery;
}
