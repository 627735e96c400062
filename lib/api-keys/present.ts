// Converts API keys to their API representation.
import type * as z from 'zod';
import type { ApiKey, apiKeyAnswer } from './schema.ts';

export const presentApiKey = (
  { id, name, mode, scopes, ending, validUntil, allowedIps, createdAt }: ApiKey,
  lastUsedAt: string | null,
): z.input<typeof apiKeyAnswer> => ({
  id,
  name,
  mode,
  scopes,
  ending,
  expiresAt: validUntil,
  allowedIps,
  lastUsedAt,
  createdAt,
});
