// Reads and changes what is known of an order of a shop.
import { isDeepStrictEqual } from 'node:util';
import { getItem, getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import type { Target } from '#lib/shops/orders/rules/applied.ts';
import type { RecordedOrder } from '#lib/shops/orders/rules/correction.ts';
import { type StoredShopOrder, storedShopOrder } from '#lib/shops/orders/schema.ts';
import { saveState, shopOrderKey } from '#lib/shops/orders/writes.ts';

/** Messages of one order arrive at the same time, and commit one after the other. */
export const attempts = 24;

/** Returns undefined for an order that is not recorded yet. */
export async function readRecorded({ brand }: Target, orderId: string): Promise<RecordedOrder | undefined> {
  const id = recordedIdIn(await getItem(keys.order(brand.id, orderId)));
  if (id === undefined) return undefined;
  const [[conversion], refunds] = await Promise.all([
    getItems([conversionKey(brand.id, id)]),
    queryPartition(refundPartition(brand.id, id)),
  ]);
  return {
    conversion: storedConversion.parse(conversion),
    refunds: refunds.map((refund) => storedRefund.parse(refund)),
  };
}

export async function readState(target: Target, orderId: string): Promise<StoredShopOrder | undefined> {
  const found = await getItem(shopOrderKey(target, orderId));
  return found && storedShopOrder.parse(found);
}

/** Returns the state after the change. The retry of a message finds the state that its first attempt has saved. */
export async function changeState(
  target: Target,
  orderId: string,
  before: StoredShopOrder | undefined,
  changes: Partial<Pick<StoredShopOrder, 'changedAt' | 'refunds'>>,
): Promise<StoredShopOrder> {
  const after = { refunds: [], ...before, ...changes };
  if (before !== undefined && isDeepStrictEqual(after, before)) return before;
  await transact([saveState(target, orderId, before, after)]);
  return { ...after, revision: before === undefined ? 0 : before.revision + 1 };
}
