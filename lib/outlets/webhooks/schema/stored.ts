// Defines the schemas of stored webhook endpoints, of their secrets, and of their progress.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { disabledReasons, endpointStatuses, webhookFormats } from '#lib/outlets/webhooks/rules/formats.ts';

/** The time in which the endpoint received nothing. */
export const missedTime = z.object({ from: instant, to: instant });

export const storedEndpoint = z.object({
  id: idSchema('webhookEndpoint'),
  brandId: idSchema('brand'),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  format: z.enum(webhookFormats),
  /** Whether its last change came from a caller who may read creators. Texts then contain their names. */
  showsCreators: z.boolean(),
  status: z.enum(endpointStatuses),
  disabledAt: instant.nullable(),
  disabledReason: z.enum(disabledReasons).nullable(),
  /** The time of the oldest event among the failures that have disabled the endpoint. */
  failingSince: instant.nullable(),
  missed: missedTime.nullable(),
  urlChangedAt: instant.nullable(),
  secretRotatedAt: instant.nullable(),
  createdAt: instant,
  revision: z.int(),
});
export type WebhookEndpoint = z.output<typeof storedEndpoint>;

/** Former secrets sign until they expire. */
export const storedSecrets = z.object({
  current: z.string(),
  former: z.array(z.object({ secret: z.string(), validUntil: instant })),
  revision: z.int(),
});
export type WebhookSecrets = z.output<typeof storedSecrets>;

export const storedProgress = z.object({
  /** The last event of the feed that was sent or skipped. */
  sequence: z.int(),
  /** Attempts that have failed since the last success, counted once for each batch. */
  failedBatches: z.int().default(0),
  failingSince: instant.nullable().default(null),
  /** The time of the oldest event of the first failed batch. */
  failingFrom: instant.nullable().default(null),
  /** After a failed batch, the next one waits until this time. */
  pausedUntil: instant.nullable().default(null),
  /** The time of a delayed wake that is in the queue. */
  nextWakeAt: instant.nullable().default(null),
});
export type Progress = z.output<typeof storedProgress>;
