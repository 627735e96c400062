// Refunds orders in full or in part, and records each refund once.

import type { Brand } from '#lib/access/brands/schema.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { settle, settlementEntries } from '#lib/money/commissions/rules/settle.ts';
import { settlementWrites } from '#lib/money/commissions/writes.ts';
import {
  affectedKeys,
  commissionIn,
  existingDiscountId,
} from '#lib/money/conversions/rules/affected-items.ts';
import { requireNotCanceled } from '#lib/money/conversions/rules/edit.ts';
import { refundEntry } from '#lib/money/conversions/rules/ledger-entries.ts';
import { matchingRefund, refundAmount } from '#lib/money/conversions/rules/refund.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { type Refund, type RefundInput, storedRefund } from '#lib/money/conversions/schema/refund.ts';
import { changeConversion, conversionKey } from '#lib/money/conversions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';

interface RefundOptions {
  readonly brand: Brand;
  readonly now: Date;
}

interface PreparedRefund {
  readonly refund: Refund;
  readonly isRepeat: boolean;
  readonly writes: readonly Write[];
}

/** Concurrent refunds of one order commit one at a time, and the others retry. So a refund needs many attempts. */
export const refundAttempts = 24;

export async function prepareRefund(
  conversionId: string,
  { refundId, amount }: RefundInput,
  { brand, now }: RefundOptions,
): Promise<PreparedRefund> {
  const requested = amount === undefined ? null : toMinor(amount, brand.currency, 'amount');
  const refundKey = keys.refund(brand.id, conversionId, refundId);
  const [item, existing] = await getItems([conversionKey(brand.id, conversionId), refundKey]);
  if (item === undefined) throw notFound('conversion');
  const before = storedConversion.parse(item);
  if (existing !== undefined) {
    const refund = matchingRefund(storedRefund.parse(existing), requested, before);
    return { refund, isRepeat: true, writes: [] };
  }
  const { refund, writes } = await newRefund(before, requested, refundId, now);
  return { refund, isRepeat: false, writes: [putNew({ ...refundKey, ...refund }, staleWrite), ...writes] };
}

export const refundConversion = (
  conversionId: string,
  input: RefundInput,
  options: RefundOptions,
): Promise<PreparedRefund> =>
  retryOnConflict(async () => {
    const prepared = await prepareRefund(conversionId, input, options);
    if (prepared.writes.length > 0) await transact(prepared.writes);
    return prepared;
  }, refundAttempts);

const reason = 'The order was refunded';

async function newRefund(before: Conversion, requested: number | null, refundId: string, now: Date) {
  const { id: conversionId, brandId, currency } = before;
  requireNotCanceled(before);
  const items = await getItems(affectedKeys(before));
  const amount = refundAmount(requested, before);
  const after = { ...before, refundedAmount: before.refundedAmount + amount };
  const commission = commissionIn(before, items);
  const settlement = commission === undefined ? {} : settle(commission, { before, after, reason }, now);
  const refund: Refund = {
    id: newId('refund', now),
    brandId,
    conversionId,
    refundId,
    amount,
    asked: requested,
    currency,
    commissionId: settlement.adjustment?.id ?? null,
    createdAt: now.toISOString(),
  };
  const entry = refundEntry(after, existingDiscountId(before, items), amount, now);
  const entries = commission === undefined ? [] : settlementEntries(commission, settlement, now);
  return {
    refund,
    writes: [
      changeConversion(before, after),
      ...(commission === undefined ? [] : settlementWrites(commission, settlement)),
      ...postEntries([entry, ...entries], items),
    ],
  };
}
