// Defines the schemas of stored API keys. Separate from the input, because every authenticated function reads a key.
import * as z from 'zod';
import { modes } from '#lib/foundation/contract/mode.ts';
import { scopes } from '#lib/foundation/contract/scope.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const keyMode = z.enum(modes);
export const grantedScope = z.enum(['*', ...scopes]);

/** `expiresAt` is the table's time to live, so an expiry that keeps the item has another name. */
export const storedApiKey = z.object({
  id: idSchema('apiKey'),
  brandId: idSchema('brand'),
  name: z.string(),
  mode: keyMode,
  scopes: z.array(grantedScope),
  keyHash: z.string(),
  ending: z.string(),
  validUntil: instant.nullable(),
  allowedIps: z.array(z.string()).nullable(),
  createdAt: instant,
  revision: z.int(),
});
export type ApiKey = z.output<typeof storedApiKey>;

export const storedUse = z.object({
  lastUsedAt: instant,
  /** The latest addresses from which the key was used, each with its first use. */
  addresses: z.array(z.object({ hash: z.string(), firstUsedAt: instant })),
});
export type ApiKeyUse = z.output<typeof storedUse>;
