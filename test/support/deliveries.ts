// Creates deliveries of webhooks that were made, without a receiver.
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { attempted, newDelivery } from '#lib/outlets/webhooks/rules/delivery.ts';
import type { Delivery } from '#lib/outlets/webhooks/schema/delivery.ts';
import { storeResponse } from '#lib/outlets/webhooks/store/responses.ts';
import { addDelivery } from '#lib/outlets/webhooks/writes.ts';
import { createEvent } from './recorded-event.ts';

export async function createDelivery(endpoint: {
  readonly brandId: string;
  readonly endpointId: string;
}): Promise<Delivery> {
  const { brandId, endpointId: id } = endpoint;
  const { id: eventId } = await createEvent(brandId);
  const event = { id: eventId, type: 'settings.updated' } as const;
  const at = now().toISOString();
  const attempt = { at, status: 200, durationMs: 12, error: null };
  const delivery = attempted(newDelivery({ brandId, id }, event, now()), attempt, 0.5);
  await transact([addDelivery(delivery, now())]);
  await storeResponse(delivery, { at, text: 'accepted' });
  return delivery;
}
