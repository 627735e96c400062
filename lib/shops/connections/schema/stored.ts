// Defines the stored items of connections.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { messageStates, shopTypes } from '#lib/shops/connections/rules/limits.ts';
import { settings } from './settings.ts';

export const storedConnection = z.object({
  id: idSchema('connection'),
  brandId: idSchema('brand'),
  shop: z.enum(shopTypes),
  name: z.string(),
  status: z.enum(['active', 'paused']),
  settings,
  /** Sealed with the key of payment details. */
  secret: z.string(),
  secretChangedAt: instant,
  /** The access to the API of the shop, sealed like the secret. Absent if the service makes no coupons there. */
  access: z.string().optional(),
  /** The first failure since the last message that was applied. */
  failingSince: instant.nullable(),
  failure: z.string().nullable(),
  createdAt: instant,
  revision: z.int(),
});
export type Connection = z.output<typeof storedConnection>;

export const storedActivity = z.object({
  /** Counts the messages of a minute since 1970. */
  minute: z.int().optional(),
  count: z.int().optional(),
  lastMessageAt: instant.nullable().default(null),
  lastRefusedAt: instant.nullable().default(null),
});
export type Activity = z.output<typeof storedActivity>;

export const storedMessage = z.object({
  id: idSchema('shopMessage'),
  brandId: idSchema('brand'),
  connectionId: idSchema('connection'),
  /** Selects the item in the stream. */
  type: z.literal('shopMessage'),
  status: z.enum(messageStates),
  topic: z.string(),
  orderId: z.string().nullable(),
  reason: z.string().nullable(),
  attempts: z.int(),
  /** The shop sent it in its own test mode. */
  isTest: z.boolean(),
  receivedAt: instant,
  /** The readings of the adapter, sealed with the key of payment details. A message that is done has none. */
  readings: z.string().optional(),
  revision: z.int(),
  expiresAt: z.int(),
});
export type ShopMessage = z.output<typeof storedMessage>;
