// Reads the bindings that follow an order, for a change of the order.
import { getItems } from '#lib/foundation/table/client.ts';
import type { ItemBatch } from '#lib/foundation/table/keys/item.ts';
import { type ChangedOrder, otherAddresses } from '#lib/money/customers/writes/follow-order.ts';

/** Needs a round trip only for a customer with addresses of later orders. */
export async function readOtherAddresses(changed: ChangedOrder, items: ItemBatch): Promise<ItemBatch> {
  const addresses = otherAddresses(changed, items);
  return addresses.length === 0 ? [] : getItems(addresses);
}
