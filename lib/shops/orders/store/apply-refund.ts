// Brings refunds and cancellations into the ledger whose messages do not contain the order. docs/decisions/0173
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { waitingIn } from '#lib/money/conversions/rules/pending-refunds.ts';
import { storedWaitingOrder } from '#lib/money/conversions/schema/conversion.ts';
import type { ShopRefund } from '#lib/shops/adapters/rules/adapter.ts';
import { type Applied, applied, notApplied, type Target } from '#lib/shops/orders/rules/applied.ts';
import type { RecordedOrder } from '#lib/shops/orders/rules/difference.ts';
import { refundInputOf } from '#lib/shops/orders/schema.ts';
import { addReversal, claimVersion, stillCounts } from '#lib/shops/orders/writes.ts';
import type { Operations } from './operations.ts';
import { attempts, changeState, readClaim, readRecorded, readState } from './recorded.ts';
import { prepareShopRefund } from './shop-refund.ts';

export interface RefundOfShop {
  readonly orderId: string;
  readonly refund: ShopRefund;
  readonly currency?: string;
}

async function commit(writes: readonly Write[], guard: Write): Promise<Applied> {
  if (writes.length > 0) await transact([...writes, guard]);
  return applied;
}

/** The refund waits for its order. A repeated message can have another time, so its id decides. */
async function storePending(
  { orderId, refund, currency }: RefundOfShop,
  target: Target,
  operations: Operations,
): Promise<Applied> {
  const { brand, now } = target;
  const claim = await readClaim(target, orderId);
  const waiting = claim && storedWaitingOrder.safeParse(claim).data;
  if (waitingIn(waiting, now).some(({ refundId }) => refundId === refund.refundId)) return applied;
  const times = { from: '', to: now.toISOString() };
  const input = refundInputOf(refund, { orderId, currency: currency ?? brand.currency, ...times });
  const { writes } = await operations.preparePendingRefund(input, claim, target);
  return commit(writes, stillCounts(target, orderId, { refundId: refund.refundId }));
}

async function refundRecorded(
  { conversion, refunds }: RecordedOrder,
  refund: ShopRefund,
  target: Target,
  operations: Operations,
): Promise<Applied> {
  const { refundId } = refund;
  if (conversion.canceledAt !== null)
    return notApplied('The order is canceled, so nothing of it is left to refund');
  if (refunds.some((one) => one.refundId === refundId)) return applied;
  const { writes } = await prepareShopRefund(refund, conversion, target, operations);
  return commit(writes, stillCounts(target, conversion.orderId, { refundId }));
}

const reversedBefore = notApplied('The refund was reversed before it was recorded');

export const applyRefund = (sent: RefundOfShop, target: Target, operations: Operations): Promise<Applied> =>
  retryOnConflict(async () => {
    const { orderId, refund } = sent;
    if (refund.isReversed === true) return reverse(sent, target, operations);
    if (refund.amount === 0) return notApplied('The refund takes nothing from the commissionable amount');
    const { reversed } = await readState(target, orderId);
    if (reversed.has(refund.refundId)) return reversedBefore;
    const recorded = await readRecorded(target, orderId);
    return recorded === undefined
      ? storePending(sent, target, operations)
      : refundRecorded(recorded, refund, target, operations);
  }, attempts);

/** Remembers the reversal first, so that a refund that arrives later does not count. */
async function reverse(
  { orderId, refund: { refundId } }: RefundOfShop,
  target: Target,
  { prepareReversal }: Operations,
): Promise<Applied> {
  await changeState(target, orderId, addReversal(refundId, target));
  const recorded = await readRecorded(target, orderId);
  const refund = recorded?.refunds.find((one) => one.refundId === refundId);
  if (recorded === undefined || refund === undefined) return reversedBefore;
  if (recorded.conversion.canceledAt !== null)
    return notApplied('The order is canceled, so its refunds stay');
  const { writes } = await prepareReversal(refund, null, target);
  if (writes.length > 0) await transact(writes);
  return applied;
}

export interface CancellationOfShop {
  readonly orderId: string;
  readonly at: string;
  readonly reason: string;
}

export const applyCancellation = (
  { orderId, at, reason }: CancellationOfShop,
  target: Target,
  { prepareCancellation }: Operations,
): Promise<Applied> =>
  retryOnConflict(async () => {
    const changedAt = new Date(at).toISOString();
    const state = await changeState(target, orderId, claimVersion(changedAt, target));
    if (state === undefined) return notApplied('A later state of the order was applied already');
    const recorded = await readRecorded(target, orderId);
    if (recorded === undefined) return notApplied('The order is not recorded');
    const { writes } = await prepareCancellation(recorded.conversion, reason.slice(0, 500), target);
    return commit(writes, stillCounts(target, orderId, { changedAt }));
  }, attempts);
