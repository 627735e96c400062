// Stores refunds that arrive before their order, and reads them. The order records them in its transaction.

import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { pendingRefundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { expiryOf, waitingIn, withPending } from '#lib/money/conversions/rules/pending-refunds.ts';
import { matchingPending, refundTime } from '#lib/money/conversions/rules/refund.ts';
import { storedWaitingOrder, type WaitingOrder } from '#lib/money/conversions/schema/conversion.ts';
import type { RefundOfOrderInput } from '#lib/money/conversions/schema/refund.ts';
import { type PendingRefund, storedPendingRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import type { RefundOptions } from './refunds.ts';

const waitingOrderOf = (claim: Item | undefined): WaitingOrder | undefined =>
  claim && storedWaitingOrder.parse(claim);

/** The refunds that wait for an order, by the claim of its order id. */
export async function readPending(
  brandId: string,
  claim: Item | undefined,
  now: Date,
): Promise<readonly PendingRefund[]> {
  const waiting = waitingIn(waitingOrderOf(claim), now);
  if (waiting.length === 0) return [];
  const items = await getItems(waiting.map(({ id }) => keys.pendingRefund(brandId, id)));
  return items.flatMap((item) => (item === undefined ? [] : [storedPendingRefund.parse(item)]));
}

interface PreparedPending {
  readonly refund: PendingRefund;
  readonly isRepeat: boolean;
  readonly writes: readonly Write[];
}

/** `claim` is that of the order id. The order writes the same claim, so an order and its refund never miss each other. */
export async function preparePendingRefund(
  input: RefundOfOrderInput,
  claim: Item | undefined,
  { brand, now }: RefundOptions,
): Promise<PreparedPending> {
  if (input.amount === undefined)
    throw invalidField('amount', 'Must be sent, because no order with this `orderId` is recorded yet');
  const { currency = brand.currency } = input;
  const amount = toMinor(input.amount, currency, 'amount');
  const before = waitingOrderOf(claim);
  const pending = await readPending(brand.id, claim, now);
  const existing = pending.find(({ refundId }) => refundId === input.refundId);
  if (existing !== undefined)
    return { refund: matchingPending(existing, { amount, currency }, input), isRepeat: true, writes: [] };
  const refund = newPending(input, { amount, currency }, { brand, now });
  const after = withPending(before, refund, now);
  const key = keys.order(brand.id, input.orderId);
  return {
    refund,
    isRepeat: false,
    writes: [
      before === undefined ? putNew({ ...key, ...after }, staleWrite) : changeItem(key, before, after),
      putNew({ ...keys.pendingRefund(brand.id, refund.id), ...refund }),
    ],
  };
}

const newPending = (
  { orderId, refundId, occurredAt, reason }: RefundOfOrderInput,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  { brand, now }: RefundOptions,
): PendingRefund => ({
  id: newId('refund', now),
  brandId: brand.id,
  orderId,
  refundId,
  amount,
  currency,
  occurredAt: refundTime({ occurredAt }, now),
  reason: reason ?? null,
  createdAt: now.toISOString(),
  expiresAt: epochSeconds(expiryOf(now)),
});

/** DynamoDB deletes an expired item up to two days late. */
export async function listPendingRefunds(
  brandId: string,
  page: PageRequest,
  now: Date,
): Promise<List<PendingRefund>> {
  const source = { queries: [{ partition: pendingRefundPartition(brandId) }], kind: 'refund' } as const;
  const found = await readList(source, page, (item) => storedPendingRefund.parse(item), undefined);
  return { ...found, items: found.items.filter(({ expiresAt }) => expiresAt > epochSeconds(now)) };
}
