// Reads the addresses of requests, for the entries of the audit trail.
import type { RecordedEvent } from '#lib/events/rules/page.ts';
import type { TrailEntry } from '#lib/events/rules/trail-entry.ts';
import { epochSeconds } from '#lib/shared/dates.ts';
import { getItems, query } from '#lib/table/client.ts';
import { eventKeys, requestAddressPartition } from '#lib/table/keys/event-keys.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { toQueryInput } from '#lib/table/list-query.ts';

/** DynamoDB deletes an item up to two days after its expiry. */
const addressIn = (item: Item | undefined, now: Date): string | null =>
  typeof item?.address === 'string' && Number(item.expiresAt) > epochSeconds(now) ? item.address : null;

/** A brand that has stored no address needs no look-up for each entry. */
export async function hasAddresses(brandId: string): Promise<boolean> {
  const input = toQueryInput({ partition: requestAddressPartition(brandId) });
  const { Items: items = [] } = await query({ ...input, Limit: 1 });
  return items.length > 0;
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
