// Defines the input and the responses of the endpoints of deliveries.
import * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { deliveryStatuses } from '#lib/outlets/webhooks/rules/formats.ts';
import { attemptSchema } from './delivery.ts';
import { eventTypesInput } from './endpoints.ts';

export const deliveryFilters = listQuerySchema({});

export const replayInput = z.strictObject({
  from: instantInput('The time of the first event to send again. Events are available for 90 days'),
  to: instantInput('The time before which the last event happened. Defaults to now').optional(),
  types: eventTypesInput
    .optional()
    .meta({ description: 'Only events of these types. Defaults to the `events` of the endpoint.' }),
});
export type ReplayInput = z.output<typeof replayInput>;

export const deliveryAnswer = z
  .object({
    id: idSchema('delivery'),
    eventId: idSchema('event'),
    eventType: z.string().meta({ description: 'The type of the event.', example: 'conversion.recorded' }),
    status: z.enum(deliveryStatuses).meta({
      description: '`pending`: another attempt follows. `failed`: no attempt follows by itself.',
    }),
    nextAttemptAt: instant
      .nullable()
      .meta({ description: 'The time of the next attempt, or null if none follows.' }),
    attempts: z.array(attemptSchema).meta({ description: 'The last 30 attempts, the oldest first.' }),
    createdAt: instant,
  })
  .meta({ id: 'Delivery', description: 'The delivery of an event to a webhook endpoint.' });

export const taskAnswer = z
  .object({
    status: z.literal('accepted').meta({ description: 'The service sends the events in the background.' }),
  })
  .meta({ id: 'AcceptedReplay', description: 'An accepted replay.' });
