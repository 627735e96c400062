// Decides which uses of an API key come from a new address.
import type { ApiKeyUse } from '#lib/access/api-keys/schema/stored.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';

type Addresses = ApiKeyUse['addresses'];

/** Limits the size of the item, which is written every hour. */
export const maxAddresses = 20;
/** Otherwise, a key that is used from ever new addresses would write in every request. */
export const newAddressesPerDay = 10;

/** Returns the addresses with the new one, or undefined if it is known or one too many on this day. */
export function withNewAddress(addresses: Addresses, hash: string, now: Date): Addresses | undefined {
  if (addresses.some((known) => known.hash === hash)) return undefined;
  const dayAgo = addSeconds(now, -secondsPerDay).toISOString();
  if (addresses.filter(({ firstUsedAt }) => firstUsedAt > dayAgo).length >= newAddressesPerDay)
    return undefined;
  return [...addresses, { hash, firstUsedAt: now.toISOString() }].slice(-maxAddresses);
}
