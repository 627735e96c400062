// Stores and reads the responses of receivers. They can repeat personal data of an event, so they expire before their delivery.
// docs/decisions/0102
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { getItems, putItem } from '#lib/foundation/table/client.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import {
  type Delivery,
  type DeliveryResponse,
  storedResponse,
} from '#lib/outlets/webhooks/schema/delivery.ts';

const retentionSeconds = 7 * secondsPerDay;

const expiryOf = ({ at }: Pick<DeliveryResponse, 'at'>): Date => addSeconds(new Date(at), retentionSeconds);

const keyOf = ({ brandId, endpointId, id }: Delivery, at: string) =>
  webhookKeys.deliveryResponse(brandId, endpointId, id, at);

export async function storeResponse(
  delivery: Delivery,
  given: Omit<DeliveryResponse, 'deliveryId'>,
): Promise<void> {
  const response = { deliveryId: delivery.id, ...given };
  const expiresAt = epochSeconds(expiryOf(response));
  await putItem({ Item: { ...keyOf(delivery, response.at), ...response, expiresAt } });
}

/** Reads the responses to all attempts with one call for each 100 of them. DynamoDB deletes an expired item up to some days later. */
export async function readResponses(
  deliveries: readonly Delivery[],
  now: Date,
): Promise<readonly DeliveryResponse[]> {
  const keys = deliveries.flatMap((delivery) =>
    delivery.attempts
      .filter((attempt) => attempt.status !== null && expiryOf(attempt) > now)
      .map(({ at }) => keyOf(delivery, at)),
  );
  const found = await getItems(keys);
  return found.flatMap((item) => (item === undefined ? [] : [storedResponse.parse(item)]));
}
