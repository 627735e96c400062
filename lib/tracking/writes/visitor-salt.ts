// What a brand's visitors of one day are hashed with: in an item of its own, never beside a click, and gone two days later.
// Without zod and SDK: it is the tracking link that needs it.
import { randomBytes } from 'node:crypto';
import { daysInSeconds } from '#lib/shared/dates.ts';
import { keys } from '#lib/table/keys/keys.ts';

const bytesOfSalt = 32;
/** Long enough for a clock that is behind; then nobody can tell any more who a visitor was. */
const lifetimeDays = 2;

/** The item that is put by whoever needs the salt of a day first. */
export const newSaltItem = (brandId: string, date: string) => ({
  ...keys.visitorSalt(brandId, date),
  salt: randomBytes(bytesOfSalt).toString('base64url'),
  expiresAt: Date.parse(date) / 1000 + (1 + lifetimeDays) * daysInSeconds,
});

/** On which it is put. Where it does not hold, somebody was faster, and that one's salt is the day's. */
export const isNewSalt = 'attribute_not_exists(#pk)';

export function saltIn(item: Readonly<Record<string, unknown>>): string {
  if (typeof item.salt !== 'string') throw new Error('The salt of a day cannot be read');
  return item.salt;
}
