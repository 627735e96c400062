// Defines the schema of events in responses and webhooks.
import * as z from 'zod';
import {
  type EventType,
  eventTypes,
  type RecordedType,
  recordedTypes,
} from '#lib/foundation/contract/event-types.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

const types = Object.keys(eventTypes) as [EventType, ...EventType[]];
const trailTypes = Object.keys(recordedTypes) as [RecordedType, ...RecordedType[]];

export const actorAnswer = z
  .object({
    type: z.enum(['user', 'apiKey', 'creator', 'operator', 'schedule', 'public', 'service']).meta({
      description:
        '`user`: a person with a session. `apiKey`: a server with an API key. `creator`: a creator in the portal. `operator`: the operator of the service. `schedule`: a scheduled task of the service, for example an automatic approval. `public`: a caller without credentials, for ' +
        'example of a one-time link. `service`: other work of the service, for example a step of a payout.',
    }),
    id: z
      .string()
      .nullable()
      .meta({ description: 'The id of the user, the API key or the creator. Otherwise null.' }),
    requestId: z.string().nullable().meta({
      description: 'The `x-request-id` of the request that made the change. Null without a request.',
    }),
  })
  .meta({ id: 'Actor', description: 'The person or program that made a change.' });

export const eventAnswer = z
  .object({
    id: idSchema('event'),
    type: z.enum(types).meta({ description: 'The kind of the event.' }),
    apiVersion: z
      .literal('v1')
      .meta({ description: 'The version of the API whose representation `data` has.' }),
    createdAt: instant.meta({
      description:
        'When it happened. It never decreases along the feed, so it can be slightly later than the change.',
    }),
    sequence: z.int().meta({
      description:
        'The position of the event in the history of the brand. It increases along the feed, but not always by one.',
    }),
    actor: actorAnswer,
    resourceId: z.string().meta({ description: 'The id of the changed resource, for example of a creator.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'The representation of the resource in this API after the change. After a deletion, the last one.',
    }),
    changes: z
      .record(
        z.string(),
        z.object({
          before: z.unknown().meta({ description: 'The value before the change.' }),
          after: z.unknown().meta({ description: 'The value after the change.' }),
        }),
      )
      .meta({ description: 'The changed fields of `data`. Empty for a creation and a deletion.' }),
  })
  .meta({ id: 'FeedEvent', description: 'A change of a resource. `type` determines the schema of `data`.' });

export const trailEntry = eventAnswer
  .extend({
    type: z
      .enum(trailTypes)
      .meta({ description: 'The kind of the event. Some types are only in the audit trail.' }),
    addressHash: z
      .string()
      .nullable()
      .meta({
        description:
          'A keyed hash of the IP address of the request. Requests from the same address have the same hash within a brand. ' +
          'Null without a request.',
      }),
    address: z.string().nullable().meta({
      description:
        'The IP address of the request, if the setting `auditAddresses` of the brand was `clear` and the entry is at most 30 days old.',
      example: '203.0.113.7',
    }),
  })
  .meta({ id: 'AuditEntry', description: 'An entry of the audit trail.' });
