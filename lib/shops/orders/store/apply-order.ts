// Brings the state of an order in a shop into the ledger, one correction in each transaction. docs/decisions/0173
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { maxLineItems } from '#lib/money/conversions/schema/order.ts';
import type { ShopOrder } from '#lib/shops/adapters/rules/adapter.ts';
import { type Applied, applied, notApplied, type Target } from '#lib/shops/orders/rules/applied.ts';
import {
  type Correction,
  differenceOf,
  type OrderUpdate,
  type RecordedOrder,
} from '#lib/shops/orders/rules/difference.ts';
import { decimalOf, orderInputOf, type StoredShopOrder } from '#lib/shops/orders/schema.ts';
import { claimVersion, stillCounts } from '#lib/shops/orders/writes.ts';
import type { Operations } from './operations.ts';
import { attempts, changeState, readRecorded } from './recorded.ts';
import { prepareShopRefund } from './shop-refund.ts';

function changesOf(order: ShopOrder, { amount, orderTotal, ...others }: OrderUpdate) {
  const { items = [] } = orderInputOf(order);
  return {
    ...others,
    ...(amount !== undefined && { amount: decimalOf(amount, order.currency) }),
    ...(orderTotal !== undefined && { orderTotal: decimalOf(orderTotal, order.currency) }),
    items: items.flatMap((item) => ('ignored' in item ? [] : [item])).slice(0, maxLineItems),
  };
}

interface Context {
  readonly order: ShopOrder;
  readonly recorded: RecordedOrder | undefined;
  readonly target: Target;
  readonly operations: Operations;
}

async function prepareNew({ order, target, operations }: Context) {
  const input = orderInputOf(order);
  const referenced = await operations.readReferencedItems(input, target.brand.id);
  return operations.prepareConversion(input, target, referenced);
}

function prepare(
  correction: Correction,
  context: Context,
): Promise<{ readonly writes: readonly Write[] }> | undefined {
  const { order, recorded, target, operations } = context;
  if (correction.kind === 'impossible') return undefined;
  if (correction.kind === 'create') return prepareNew(context);
  if (recorded === undefined) throw new Error('An order must be recorded before it is corrected');
  const { conversion } = recorded;
  switch (correction.kind) {
    case 'update':
      return operations.prepareUpdate(conversion, changesOf(order, correction.changes), target);
    case 'cancel':
      return operations.prepareCancellation(conversion, correction.reason, target);
    case 'reverseRefund': {
      const refund = { conversionId: conversion.id, refundId: correction.refundId };
      return operations.prepareReversal(refund, null, target);
    }
    case 'refund':
      return prepareShopRefund(correction.refund, conversion, target, operations);
  }
}

const unrecorded = {
  open: notApplied('The order is not paid yet'),
  canceled: notApplied('The order is canceled, and was never recorded'),
  paid: applied,
};

const refundIdOf = (correction: Correction): string | undefined =>
  correction.kind === 'refund' ? correction.refund.refundId : undefined;

/** Reads the order again after each correction, because the next one depends on its revision. */
async function correct(order: ShopOrder, target: Target, operations: Operations): Promise<Applied> {
  const { orderId, changedAt } = order;
  const attempted = new Set<string>();
  for (;;) {
    const recorded = await readRecorded(target, orderId);
    const next = differenceOf(recorded, order).find((one) => !attempted.has(JSON.stringify(one)));
    if (next === undefined) return recorded === undefined ? unrecorded[order.state] : applied;
    if (next.kind === 'impossible') return notApplied(next.reason);
    attempted.add(JSON.stringify(next));
    const prepared = await prepare(next, { order, recorded, target, operations });
    const guard = stillCounts(target, orderId, { changedAt, refundId: refundIdOf(next) });
    if (prepared !== undefined && prepared.writes.length > 0) await transact([...prepared.writes, guard]);
  }
}

/** A refund that was reversed does not count, whatever the state of the order says of it. */
const withReversals = (order: ShopOrder, { reversed }: StoredShopOrder): ShopOrder => ({
  ...order,
  refunds: [
    ...order.refunds.filter(({ refundId }) => !reversed.has(refundId)),
    ...[...reversed].map((refundId) => ({
      refundId,
      amount: 0,
      occurredAt: order.changedAt,
      isReversed: true,
    })),
  ],
});

const apply = (order: ShopOrder, target: Target, operations: Operations): Promise<Applied> =>
  retryOnConflict(async () => {
    const state = await changeState(target, order.orderId, claimVersion(order.changedAt, target));
    return state === undefined
      ? notApplied('A later state of the order was applied already')
      : correct(withReversals(order, state), target, operations);
  }, attempts);

/** Two shops of a brand can have orders with the same number for people, which must not lose the second one. */
export async function applyOrder(
  { changedAt, ...given }: ShopOrder,
  target: Target,
  operations: Operations,
): Promise<Applied> {
  const order = { ...given, changedAt: new Date(changedAt).toISOString() };
  try {
    return await apply(order, target, operations);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'external_id_taken')) throw error;
    const { externalId: _, ...others } = order;
    return apply(others, target, operations);
  }
}
