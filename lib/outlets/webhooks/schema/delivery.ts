// Defines the schemas of deliveries, and of the tasks that users give to the worker of an endpoint.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { deliveryStatuses } from '#lib/outlets/webhooks/rules/formats.ts';

export const attemptSchema = z
  .object({
    at: instant.meta({ description: 'The start of the attempt.' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the response, or null without a response.' }),
    durationMs: z.int().meta({ description: 'The duration in milliseconds.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'The reason why the attempt failed, or null for a success.' }),
    response: z.string().nullable().meta({
      description:
        'The first KB of the response as text, for 7 days. Null afterwards, and for an empty or missing response.',
    }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver an event.' });
const storedAttempt = attemptSchema.omit({ response: true });
export type Attempt = z.output<typeof storedAttempt>;

export const storedDelivery = z.object({
  id: idSchema('delivery'),
  brandId: idSchema('brand'),
  endpointId: idSchema('webhookEndpoint'),
  eventId: idSchema('event'),
  eventType: z.string(),
  status: z.enum(deliveryStatuses),
  /** The failed attempts of the current schedule. */
  failures: z.int(),
  nextAttemptAt: instant.nullable(),
  attempts: z.array(storedAttempt),
  createdAt: instant,
});
export type Delivery = z.output<typeof storedDelivery>;

/** The response to an attempt is an item of its own, because it expires before its delivery (docs/decisions/0102). */
export const storedResponse = z.object({ deliveryId: idSchema('delivery'), at: instant, text: z.string() });
export type DeliveryResponse = z.output<typeof storedResponse>;

/** `wake` only starts the worker. */
export const storedTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wake'), id: idSchema('webhookTask') }),
  z.object({
    kind: z.literal('test'),
    id: idSchema('webhookTask'),
    event: z.looseObject({ id: idSchema('event'), createdAt: instant }),
  }),
  z.object({ kind: z.literal('retry'), id: idSchema('webhookTask'), deliveryId: idSchema('delivery') }),
  z.object({
    kind: z.literal('replay'),
    id: idSchema('webhookTask'),
    from: instant,
    to: instant,
    types: z.array(z.string()),
    /** The last event that was sent or skipped. Null before the first batch. */
    sequence: z.int().nullable(),
  }),
]);
export type WebhookTask = z.output<typeof storedTask>;
export type Replay = Extract<WebhookTask, { kind: 'replay' }>;

/** The place of a delivery in the order of retries. */
export const storedRetry = z.object({ deliveryId: idSchema('delivery'), at: instant });
export type Retry = z.output<typeof storedRetry>;
