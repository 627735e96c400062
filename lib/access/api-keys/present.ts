// Converts API keys to their API representation.
import type * as z from 'zod';
import type { apiKeyAnswer } from './schema/endpoints.ts';
import type { ApiKey } from './schema/stored.ts';

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
