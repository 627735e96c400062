// Reads the addresses of requests, for the entries of the audit trail.
import { storedBrand } from '#lib/access/brands/schema.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import type { TrailEntry } from '#lib/record/events/rules/trail-entry.ts';

/** DynamoDB deletes an item up to two days after its expiry. */
const addressIn = (item: Item | undefined, now: Date): string | null =>
  typeof item?.address === 'string' && Number(item.expiresAt) > epochSeconds(now) ? item.address : null;

/** Returns whether the brand shows addresses now. Addresses that were stored before it changed its mind stay hidden. */
export async function hasChosenAddresses(brandId: string): Promise<boolean> {
  const { auditAddresses } = storedBrand.parse(await getItem(keys.brand(brandId)));
  return auditAddresses === 'clear';
}

export async function withAddresses(
  brandId: string,
  entries: readonly RecordedEvent[],
  now: Date,
): Promise<readonly TrailEntry[]> {
  const ids = [...new Set(entries.flatMap(({ actor }) => actor.requestId ?? []))];
  const found = await getItems(ids.map((id) => eventKeys.requestAddress(brandId, id)));
  const addresses = new Map(ids.map((id, index) => [id, addressIn(found[index], now)]));
  return entries.map((entry) => ({ ...entry, address: addresses.get(entry.actor.requestId ?? '') ?? null }));
}
