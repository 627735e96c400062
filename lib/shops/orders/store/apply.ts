// Brings orders, refunds and cancellations of a shop into the ledger, in whatever order they arrive. docs/decisions/0173
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { ShopOrder, ShopRefund } from '#lib/shops/adapters/adapter.ts';
import { type Applied, applied, notApplied, type Target } from '#lib/shops/orders/rules/applied.ts';
import { differenceOf, refundDifferenceOf } from '#lib/shops/orders/rules/difference.ts';
import { withRefunds } from '#lib/shops/orders/rules/refunds.ts';
import type { StoredShopOrder } from '#lib/shops/orders/schema.ts';
import { saveState } from '#lib/shops/orders/writes.ts';
import { type Context, correct } from './correct.ts';
import { withFreeNumber } from './free-number.ts';
import type { Operations } from './operations.ts';
import { attempts, changeState, readState } from './recorded.ts';
import { orderRepairs } from './repair.ts';

const isOlder = (changedAt: string, state: StoredShopOrder | undefined): boolean =>
  state?.changedAt !== undefined && changedAt < state.changedAt;

const older = notApplied('A later state of the order was applied already');

const unrecorded = {
  open: notApplied('The order is not paid yet'),
  canceled: notApplied('The order is canceled, and was never recorded'),
  paid: applied,
};

const applyOnce = (order: ShopOrder, context: Context): Promise<Applied> =>
  retryOnConflict(async () => {
    const { orderId, changedAt } = order;
    const before = await readState(context.target, orderId);
    if (isOlder(changedAt, before)) return older;
    // A reversed refund that was never recorded must not be recorded by a late message of its own.
    const reversed = order.refunds.filter(({ isReversed }) => isReversed);
    const refunds = stored(withRefunds(before?.refunds ?? [], reversed));
    const state = await changeState(context.target, orderId, before, { changedAt, refunds });
    const known = { ...order, refunds: withRefunds(order.refunds, state.refunds) };
    const wanted = { orderId, order: known, state };
    const { recorded, impossible } = await correct(
      { ...wanted, differenceOf: (found) => differenceOf(found, known) },
      context,
    );
    if (impossible !== undefined) return notApplied(impossible);
    return recorded === undefined ? unrecorded[order.state] : applied;
  }, attempts);

async function correctRefunds(orderId: string, state: StoredShopOrder, context: Context): Promise<Applied> {
  const wanted = { orderId, state };
  const { recorded } = await correct(
    { ...wanted, differenceOf: (found) => refundDifferenceOf(found, state.refunds) },
    context,
  );
  if (recorded === undefined) return { isApplied: true, reason: 'The refund waits for its order' };
  return recorded.conversion.canceledAt === null
    ? applied
    : notApplied('The order is canceled, so its refunds stay as they are');
}

interface RefundOfShop {
  /** The id of the order, or of its payment. */
  readonly orderId: string;
  readonly refund: ShopRefund;
}

const applyRefund = ({ orderId: named, refund }: RefundOfShop, context: Context): Promise<Applied> =>
  retryOnConflict(async () => {
    const found = await readState(context.target, named);
    const orderId = found?.orderId ?? named;
    const before = orderId === named ? found : await readState(context.target, orderId);
    const refunds = [...withRefunds(before?.refunds ?? [], [refund])];
    const state = await changeState(context.target, orderId, before, { refunds: stored(refunds) });
    return correctRefunds(orderId, state, context);
  }, attempts);

const stored = (refunds: readonly ShopRefund[]): StoredShopOrder['refunds'] =>
  refunds.map(({ isOfTotal = false, isReversed = false, ...refund }) => ({
    ...refund,
    ...(isOfTotal && { isOfTotal }),
    ...(isReversed && { isReversed }),
  }));

interface PaymentOfShop {
  readonly orderId: string;
  readonly paymentId: string;
}

/** Gives the refunds of the payment to its order. Later refunds that name the payment follow. */
const applyPayment = ({ orderId, paymentId }: PaymentOfShop, context: Context): Promise<Applied> =>
  retryOnConflict(async () => {
    if (orderId === paymentId) return applied;
    const { target } = context;
    const [payment, before] = await Promise.all([readState(target, paymentId), readState(target, orderId)]);
    const refunds = stored(withRefunds(before?.refunds ?? [], payment?.refunds ?? []));
    const after = { ...before, refunds };
    if (payment?.orderId !== orderId)
      await transact([
        saveState(target, paymentId, payment, { ...payment, orderId, refunds: [] }),
        saveState(target, orderId, before, after),
      ]);
    const state = await readState(target, orderId);
    if (state !== undefined) await correctRefunds(orderId, state, context);
    return applied;
  }, attempts);

interface CancellationOfShop {
  readonly orderId: string;
  readonly at: string;
  readonly reason: string;
}

const applyCancellation = (
  { orderId, at: changedAt, reason }: CancellationOfShop,
  context: Context,
): Promise<Applied> =>
  retryOnConflict(async () => {
    const before = await readState(context.target, orderId);
    if (isOlder(changedAt, before)) return older;
    const state = await changeState(context.target, orderId, before, { changedAt });
    const cancel = { kind: 'cancel', reason: reason.slice(0, 500) } as const;
    const { recorded } = await correct(
      { orderId, state, differenceOf: (found) => (found?.conversion.canceledAt === null ? [cancel] : []) },
      context,
    );
    return recorded === undefined ? notApplied('The order is not recorded') : applied;
  }, attempts);

export const shopOrders = (operations: Operations) => ({
  ...orderRepairs(operations),
  applyOrder: (order: ShopOrder, target: Target) =>
    withFreeNumber(order, (one) => applyOnce(one, { target, operations })),
  applyRefund: (refund: RefundOfShop, target: Target) => applyRefund(refund, { target, operations }),
  applyPayment: (payment: PaymentOfShop, target: Target) => applyPayment(payment, { target, operations }),
  applyCancellation: (cancellation: CancellationOfShop, target: Target) =>
    applyCancellation(cancellation, { target, operations }),
});
