// Changes the refunded amount of an order, and everything that follows from it.

import { getItems } from '#lib/foundation/table/client.ts';
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { settle, settlementEntries } from '#lib/money/commissions/rules/settle.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { commissionKey, settlementWrites } from '#lib/money/commissions/writes.ts';
import { refundEntry } from '#lib/money/conversions/rules/ledger-entries.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { changeConversion } from '#lib/money/conversions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';

async function readAffectedItems({ brandId, commissionId, affiliateId, campaignId, discountId }: Conversion) {
  const item = (collection: Parameters<typeof keys.item>[1], id: string | null) =>
    id === null ? [] : [keys.item(brandId, collection, id)];
  const wanted = [
    ...(commissionId === null ? [] : [commissionKey(brandId, commissionId)]),
    ...item('affiliate', affiliateId),
    ...item('campaign', campaignId),
    ...item('discount', discountId),
  ];
  return wanted.length === 0 ? [] : getItems(wanted);
}

/** Returns null if the discount code was deleted, because a deleted code has no totals to update. */
function existingDiscountId({ brandId, discountId }: Conversion, items: ItemBatch): string | null {
  if (discountId === null) return null;
  return itemWithKey(items, keys.item(brandId, 'discount', discountId)) === undefined ? null : discountId;
}

interface Change {
  /** The difference of the refunded amount, in minor units. */
  readonly by: number;
  /** The time under which figures count it. */
  readonly at: string;
  /** Explains a reversal or an adjustment to the creator. */
  readonly reason: string;
}

interface ChangedAmount {
  /** The new commission with the difference, if the commission of the order keeps its amount. */
  readonly adjustmentId: string | null;
  readonly writes: readonly Write[];
}

export async function changeRefundedAmount(
  before: Conversion,
  { by, at, reason }: Change,
  now: Date,
): Promise<ChangedAmount> {
  if (by === 0) return { adjustmentId: null, writes: [] };
  const { brandId, commissionId } = before;
  const items = await readAffectedItems(before);
  const after = { ...before, refundedAmount: before.refundedAmount + by };
  const item = commissionId === null ? undefined : itemWithKey(items, commissionKey(brandId, commissionId));
  const commission = item && storedCommission.parse(item);
  const settlement = commission === undefined ? {} : settle(commission, { before, after, reason }, now);
  const movement = { before, after, existingDiscountId: existingDiscountId(before, items), at };
  const entries = commission === undefined ? [] : settlementEntries(commission, settlement, now);
  return {
    adjustmentId: settlement.adjustment?.id ?? null,
    writes: [
      changeConversion(before, after),
      ...(commission === undefined ? [] : settlementWrites(commission, settlement)),
      ...postEntries([refundEntry(movement, now), ...entries], items),
    ],
  };
}
