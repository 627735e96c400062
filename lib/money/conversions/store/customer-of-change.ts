// Makes the bindings of a customer follow a change of an order.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { ItemBatch, Key } from '#lib/foundation/table/keys/item.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { ChangeKind } from '#lib/money/conversions/schema/change.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import {
  customerKeysOfChange,
  followOrder,
  otherAddresses,
} from '#lib/money/customers/writes/follow-order.ts';

interface ChangeOfOrder {
  readonly brand: Brand;
  readonly before: Conversion;
  readonly change: { readonly kind: ChangeKind; readonly references?: object | undefined };
  readonly after: Conversion;
}

/** Whether the order can get another creator or customer, or none. */
export const mayRebind = ({ change: { kind, references } }: ChangeOfOrder): boolean =>
  kind === 'canceled' || references !== undefined;

export const customerKeys = (changed: ChangeOfOrder): readonly Key[] =>
  mayRebind(changed) ? customerKeysOfChange(changed) : [];

/** Needs a round trip only for a customer with addresses of later orders. */
export async function readOtherAddresses(changed: ChangeOfOrder, items: ItemBatch): Promise<ItemBatch> {
  const addresses = mayRebind(changed) ? otherAddresses(changed, items) : [];
  return addresses.length === 0 ? [] : getItems(addresses);
}

export const customerWrites = (changed: ChangeOfOrder, items: ItemBatch, now: Date): readonly Write[] =>
  mayRebind(changed) ? followOrder(changed, items, now) : [];
