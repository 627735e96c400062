// Refunds orders in full or in part, records each refund once, and reverses refunds.

import type { Brand } from '#lib/access/brands/schema.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import { readIds } from '#lib/foundation/table/list-lookups.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { requireNotCanceled } from '#lib/money/conversions/rules/edit.ts';
import {
  countedAt,
  matchingRefund,
  refundAmount,
  refundReason,
  refundTimeOf,
  type Wanted,
} from '#lib/money/conversions/rules/refund.ts';
import { askedCurrencyField, defaultCurrency } from '#lib/money/conversions/rules/refund-currency.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import type { RefundInput } from '#lib/money/conversions/schema/refund.ts';
import { type Refund, storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { conversionKey, refundItem } from '#lib/money/conversions/writes.ts';
import { getConversion } from './conversions.ts';
import { changeRefundedAmount } from './refunded-amount.ts';

export interface RefundOptions {
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

async function readOrderAndRefund(brandId: string, conversionId: string, refundId: string) {
  const wanted = [conversionKey(brandId, conversionId), keys.refund(brandId, conversionId, refundId)];
  const [item, existing] = await getItems(wanted);
  if (item === undefined) throw notFound('conversion');
  return {
    order: storedConversion.parse(item),
    existing: existing === undefined ? undefined : storedRefund.parse(existing),
  };
}

export async function prepareRefund(
  conversionId: string,
  input: RefundInput,
  { brand, now }: RefundOptions,
): Promise<PreparedRefund> {
  const { order, existing } = await readOrderAndRefund(brand.id, conversionId, input.refundId);
  const { amount: sent, currency = defaultCurrency(existing, order) } = input;
  const wanted = { amount: sent === undefined ? null : toMinor(sent, currency, 'amount'), currency };
  if (existing !== undefined)
    return { refund: matchingRefund(existing, wanted, input, order), isRepeat: true, writes: [] };
  const { refund, writes } = await newRefund(order, wanted, input, now);
  return { refund, isRepeat: false, writes: [putNew(refundItem(refund), staleWrite), ...writes] };
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

async function newRefund(order: Conversion, wanted: Wanted, input: RefundInput, now: Date) {
  const { id: conversionId, brandId, orderId, currency } = order;
  const at = refundTimeOf(input, order, now);
  requireNotCanceled(order);
  const taken = refundAmount(wanted, order);
  const change = { taken, sign: 1, at: countedAt({ occurredAt: at }, order), reason: refundReason } as const;
  const { adjustmentId, writes } = await changeRefundedAmount(order, change, now);
  const refund: Refund = {
    id: newId('refund', now),
    brandId,
    conversionId,
    orderId,
    refundId: input.refundId,
    ...taken,
    asked: wanted.amount,
    ...askedCurrencyField(wanted.currency, order),
    currency,
    commissionId: adjustmentId,
    occurredAt: at,
    reason: input.reason ?? null,
    createdAt: now.toISOString(),
    reversedAt: null,
    reversalReason: null,
    supplementId: null,
    revision: 0,
  };
  return { refund, writes };
}

/** A reversal counts on its own day, so the figures of days that are over stay as they are. */
export async function prepareReversal(
  { conversionId, refundId }: { readonly conversionId: string; readonly refundId: string },
  reason: string | null,
  { brand, now }: RefundOptions,
): Promise<PreparedRefund> {
  const { order, existing: before } = await readOrderAndRefund(brand.id, conversionId, refundId);
  if (before === undefined) throw notFound('refund');
  if (before.reversedAt !== null) return { refund: before, isRepeat: true, writes: [] };
  requireNotCanceled(order);
  const at = now.toISOString();
  const change = { taken: before, sign: -1, at, reason: 'A refund of the order was reversed' } as const;
  const { adjustmentId, writes } = await changeRefundedAmount(order, change, now);
  const after = { ...before, reversedAt: at, reversalReason: reason, supplementId: adjustmentId };
  const marked = changeItem(keys.refund(brand.id, conversionId, refundId), before, after);
  return { refund: after, isRepeat: false, writes: [marked, ...writes] };
}

/** Lists the refunds of an order. They are sorted by their ids in the table, so all of them are read. */
export async function listRefunds(brandId: string, conversionId: string, page: PageRequest) {
  const partition = refundPartition(brandId, conversionId);
  const [items] = await Promise.all([queryPartition(partition), getConversion(brandId, conversionId)]);
  const refunds = items.map((item) => storedRefund.parse(item));
  const refundIds = new Map(refunds.map(({ id, refundId }) => [id, refundId]));
  return readIds(
    { queries: [{ partition }], kind: 'refund' },
    page,
    refunds.map(({ id }) => id),
    (id) => keys.refund(brandId, conversionId, refundIds.get(id) ?? ''),
    (item) => storedRefund.parse(item),
  );
}
