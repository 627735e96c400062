// Corrects a recorded order, one correction in each transaction.
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { currencyOfRecorded } from '#lib/money/conversions/rules/original.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { maxLineItems } from '#lib/money/conversions/schema/order.ts';
import type { ShopOrder, ShopRefund } from '#lib/shops/adapters/adapter.ts';
import type { Target } from '#lib/shops/orders/rules/applied.ts';
import type { Correction, OrderUpdate, RecordedOrder } from '#lib/shops/orders/rules/correction.ts';
import { decimalOf, orderInputOf, refundInputOf } from '#lib/shops/orders/rules/input.ts';
import type { StoredShopOrder } from '#lib/shops/orders/schema.ts';
import { isUnchanged } from '#lib/shops/orders/writes.ts';
import type { Operations } from './operations.ts';
import { readRecorded } from './recorded.ts';

export interface Context {
  readonly target: Target;
  readonly operations: Operations;
}

type Prepared = Promise<{ readonly writes: readonly Write[] }>;

export async function prepareNew(order: ShopOrder, { target, operations }: Context) {
  const input = orderInputOf(order);
  const referenced = await operations.readReferencedItems(input, target.brand.id);
  return operations.prepareConversion(input, target, referenced);
}

function changesOf(order: ShopOrder, { amount, orderTotal, ...others }: OrderUpdate, keepsItems: boolean) {
  const { items = [] } = orderInputOf(order);
  return {
    ...others,
    ...(amount !== undefined && { amount: decimalOf(amount, order.currency) }),
    ...(orderTotal !== undefined && { orderTotal: decimalOf(orderTotal, order.currency) }),
    ...(!keepsItems && {
      items: items.flatMap((item) => ('ignored' in item ? [] : [item])).slice(0, maxLineItems),
    }),
  };
}

function prepareRefund(refund: ShopRefund, conversion: Conversion, { target, operations }: Context) {
  const input = refundInputOf(refund, {
    currency: currencyOfRecorded(conversion),
    from: conversion.occurredAt,
    to: target.now.toISOString(),
  });
  return operations.prepareRefund(conversion.id, input, target);
}

/** `order` is absent for messages without an order, which create and change none. */
function prepare(
  correction: Exclude<Correction, { kind: 'impossible' }>,
  { conversion }: Partial<RecordedOrder>,
  { order, keepsItems = false }: Wanted,
  context: Context,
): Prepared {
  const { target, operations } = context;
  if (correction.kind === 'create' && order !== undefined) return prepareNew(order, context);
  if (conversion === undefined) throw new Error('An order must be recorded before it is corrected');
  if (correction.kind === 'update' && order !== undefined)
    return operations.prepareUpdate(conversion, changesOf(order, correction.changes, keepsItems), target);
  if (correction.kind === 'cancel')
    return operations.prepareCancellation(conversion, correction.reason, target);
  if (correction.kind === 'refund') return prepareRefund(correction.refund, conversion, context);
  if (correction.kind === 'reverseRefund') {
    const refund = { conversionId: conversion.id, refundId: correction.refundId };
    return operations.prepareReversal(refund, null, target);
  }
  throw new Error(`A message without the order cannot ${correction.kind} it`);
}

export interface Wanted {
  readonly orderId: string;
  readonly order?: ShopOrder;
  /** The order has no line items, because its source does not say them. */
  readonly keepsItems?: boolean;
  readonly state: StoredShopOrder;
  readonly differenceOf: (recorded: RecordedOrder | undefined) => readonly Correction[];
}

interface Corrected {
  readonly recorded: RecordedOrder | undefined;
  /** The reason why the orders cannot be made equal. */
  readonly impossible?: string;
}

/** Reads the order again after each correction, because the next one depends on it. */
export async function correct(wanted: Wanted, context: Context): Promise<Corrected> {
  const { orderId, state, differenceOf } = wanted;
  const { target } = context;
  const attempted = new Set<string>();
  for (;;) {
    const recorded = await readRecorded(target, orderId);
    const next = differenceOf(recorded).find((one) => !attempted.has(JSON.stringify(one)));
    if (next === undefined) return { recorded };
    if (next.kind === 'impossible') return { recorded, impossible: next.reason };
    attempted.add(JSON.stringify(next));
    const { writes } = await prepare(next, { ...recorded }, wanted, context);
    if (writes.length > 0) await transact([...writes, isUnchanged(target, orderId, state)]);
  }
}
