// Names the items whose totals and commissions change with an order, and reads what they say.
import { type ItemBatch, itemWithKey, type Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { commissionKey } from '#lib/money/commissions/writes.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';

type Collection = Parameters<typeof keys.item>[1];

export function affectedKeys(conversion: Conversion): readonly Key[] {
  const { brandId, commissionId, affiliateId, campaignId, discountId } = conversion;
  const item = (collection: Collection, id: string | null) =>
    id === null ? [] : [keys.item(brandId, collection, id)];
  return [
    ...(commissionId === null ? [] : [commissionKey(brandId, commissionId)]),
    ...item('affiliate', affiliateId),
    ...item('campaign', campaignId),
    ...item('discount', discountId),
  ];
}

/** Returns null if the discount code was deleted, because a deleted code has no totals to update. */
export function existingDiscountId({ brandId, discountId }: Conversion, items: ItemBatch): string | null {
  if (discountId === null) return null;
  return itemWithKey(items, keys.item(brandId, 'discount', discountId)) === undefined ? null : discountId;
}

export function commissionIn(
  { brandId, commissionId }: Conversion,
  items: ItemBatch,
): Commission | undefined {
  const item = commissionId === null ? undefined : itemWithKey(items, commissionKey(brandId, commissionId));
  return item && storedCommission.parse(item);
}
