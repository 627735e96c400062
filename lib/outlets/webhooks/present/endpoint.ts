// Converts webhook endpoints and deliveries to their API representation.
import type * as z from 'zod';
import { shownUrl } from '#lib/outlets/webhooks/rules/shown-url.ts';
import type { Delivery, DeliveryResponse } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { deliveryAnswer } from '#lib/outlets/webhooks/schema/delivery-endpoints.ts';
import type { endpointAnswer } from '#lib/outlets/webhooks/schema/endpoints.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';

export const presentEndpoint = (endpoint: WebhookEndpoint): z.input<typeof endpointAnswer> => ({
  id: endpoint.id,
  url: shownUrl(endpoint),
  events: endpoint.events,
  description: endpoint.description,
  format: endpoint.format,
  status: endpoint.status,
  disabledAt: endpoint.disabledAt,
  disabledReason: endpoint.disabledReason,
  missed: endpoint.missed,
  urlChangedAt: endpoint.urlChangedAt,
  secretRotatedAt: endpoint.secretRotatedAt,
  createdAt: endpoint.createdAt,
});

/** `responses` can contain those of other deliveries. */
export const presentDelivery = (
  { id, eventId, eventType, status, nextAttemptAt, attempts, createdAt }: Delivery,
  responses: readonly DeliveryResponse[] = [],
): z.input<typeof deliveryAnswer> => ({
  id,
  eventId,
  eventType,
  status,
  nextAttemptAt,
  attempts: attempts.map((attempt) => ({
    ...attempt,
    response: responses.find(({ deliveryId, at }) => deliveryId === id && at === attempt.at)?.text ?? null,
  })),
  createdAt,
});
