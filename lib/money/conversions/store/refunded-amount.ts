// Changes the refunded amount of an order, and everything that follows from it.

import { getItems } from '#lib/foundation/table/client.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { settle, settlementEntries } from '#lib/money/commissions/rules/settle.ts';
import { settlementWrites } from '#lib/money/commissions/writes.ts';
import {
  affectedKeys,
  commissionIn,
  existingDiscountId,
} from '#lib/money/conversions/rules/affected-items.ts';
import { refundEntries } from '#lib/money/conversions/rules/ledger-entries.ts';
import { type Taken, withRefund } from '#lib/money/conversions/rules/refund-currency.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { changeConversion } from '#lib/money/conversions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';

interface Change {
  readonly taken: Taken;
  /** The sign is -1 for a refund that is taken back. */
  readonly sign: 1 | -1;
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
  { taken, sign, at, reason }: Change,
  now: Date,
): Promise<ChangedAmount> {
  const after = withRefund(before, taken, sign);
  if (taken.amount === 0) {
    const isUnchanged = (taken.original?.amount ?? 0) === 0;
    return { adjustmentId: null, writes: isUnchanged ? [] : [changeConversion(before, after)] };
  }
  const items = await getItems(affectedKeys(before));
  const commission = commissionIn(before, items);
  const settlement = commission === undefined ? {} : settle(commission, { before, after, reason }, now);
  const movement = { before, after, existingDiscountId: existingDiscountId(before, items), at };
  const entries = commission === undefined ? [] : settlementEntries(commission, settlement, now);
  return {
    adjustmentId: settlement.adjustment?.id ?? null,
    writes: [
      changeConversion(before, after),
      ...(commission === undefined ? [] : settlementWrites(commission, settlement)),
      ...postEntries([...refundEntries(movement, now), ...entries], items),
    ],
  };
}
