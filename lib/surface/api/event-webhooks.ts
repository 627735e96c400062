// Declares the contract of the requests that the service sends to webhook endpoints: one for each type of event.
import type * as z from 'zod';
import { type EventType, eventTypes } from '#lib/foundation/contract/event-types.ts';
import { eventSchemaOf, eventSchemas, schemaNameOf } from '#lib/surface/api/event-schemas.ts';

export interface WebhookRequest {
  readonly type: EventType;
  readonly summary: string;
  /** The name of the schema of its body in the OpenAPI document. */
  readonly schemaName: string;
  readonly body: z.ZodType;
}

export const webhookRequests: readonly WebhookRequest[] = (
  Object.keys(eventTypes) as readonly EventType[]
).map((type) => ({
  type,
  summary: eventTypes[type],
  schemaName: schemaNameOf(type),
  body: eventSchemaOf(type),
}));

export const eventSchemaNames: readonly string[] = [...eventSchemas.keys()];
