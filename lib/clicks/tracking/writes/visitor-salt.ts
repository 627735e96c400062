// Creates the daily salt of visitor hashes.
// This file must not import zod or the SDK, because they slow down the cold start of the tracking link.
import { randomBytes } from 'node:crypto';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { linkKeys } from '#lib/foundation/table/keys/link-keys.ts';

const saltByteCount = 32;
/** Keeps the salt for two days after its day, to tolerate clock skew. After that, nobody can identify a visitor by the hash. */
const lifetimeDays = 2;

export const newSaltItem = (brandId: string, date: string) => ({
  ...linkKeys.visitorSalt(brandId, date),
  salt: randomBytes(saltByteCount).toString('base64url'),
  expiresAt: Date.parse(date) / 1000 + (1 + lifetimeDays) * secondsPerDay,
});

export const saltCondition = 'attribute_not_exists(#pk)';

export function readSalt(item: Readonly<Record<string, unknown>>): string {
  if (typeof item.salt !== 'string') throw new Error('The salt of the day is invalid');
  return item.salt;
}
