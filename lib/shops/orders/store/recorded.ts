// Reads what is recorded of an order of a shop.

import { getItem, getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { updateIf } from '#lib/foundation/table/conditional.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import type { Changes, Expression } from '#lib/foundation/table/writes/expression.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import type { Target } from '#lib/shops/orders/rules/applied.ts';
import type { RecordedOrder } from '#lib/shops/orders/rules/difference.ts';
import { type StoredShopOrder, storedShopOrder } from '#lib/shops/orders/schema.ts';
import { shopOrderKey } from '#lib/shops/orders/writes.ts';

/** Messages of one order arrive at the same time, and commit one after the other. */
export const attempts = 24;

export const readClaim = ({ brand }: Target, orderId: string) => getItem(keys.order(brand.id, orderId));

/** Returns undefined for an order that is not recorded yet. */
export async function readRecorded(target: Target, orderId: string): Promise<RecordedOrder | undefined> {
  const { id: brandId } = target.brand;
  const id = recordedIdIn(await readClaim(target, orderId));
  if (id === undefined) return undefined;
  const [[conversion], refunds] = await Promise.all([
    getItems([conversionKey(brandId, id)]),
    queryPartition(refundPartition(brandId, id)),
  ]);
  return {
    conversion: storedConversion.parse(conversion),
    refunds: refunds.map((refund) => storedRefund.parse(refund)),
  };
}

export async function readState(target: Target, orderId: string): Promise<StoredShopOrder> {
  return storedShopOrder.parse((await getItem(shopOrderKey(target, orderId))) ?? {});
}

/** Returns undefined if the condition of the change is false. */
export async function changeState(
  target: Target,
  orderId: string,
  change: Changes & Expression,
): Promise<StoredShopOrder | undefined> {
  const after = await updateIf(shopOrderKey(target, orderId), change);
  return after && storedShopOrder.parse(after);
}
