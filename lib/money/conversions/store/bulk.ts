// Records or previews many orders in one request, each independently of the others.

import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { settleEach } from '#lib/foundation/shared/concurrency.ts';
import { checkOrder, type DryRunResult, isSameOrder } from '#lib/money/conversions/rules/new-conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import {
  orderIdTaken,
  prepareConversion,
  type RecordOptions,
  readReferencedItems,
  readReferencedItemsOfAll,
  recordConversion,
} from './record.ts';

type BulkOptions = Omit<RecordOptions, 'id'> & { readonly attempt: Attempt };

/** If an earlier attempt at this request recorded an order, the order counts as created, not as repeated. */
export async function recordConversions(
  orders: readonly ConversionInput[],
  { attempt, ...options }: BulkOptions,
) {
  const referenced = await readReferencedItemsOfAll(orders, options.brand.id);
  return settleEach(
    orders,
    ({ orderId }) => orderId,
    async (order, index) => {
      const id = attempt.idForPart('conversion', index);
      const recorded = await recordConversion(order, { ...options, id }, referenced[index]);
      return { ...recorded, isRepeat: recorded.isRepeat && recorded.conversion.id !== id };
    },
    attempt,
  );
}

export async function previewConversions(
  orders: readonly ConversionInput[],
  { attempt, ...options }: BulkOptions,
) {
  const referenced = await readReferencedItemsOfAll(orders, options.brand.id);
  const previews = new Map<string, { readonly order: ConversionInput; readonly result: DryRunResult }>();
  return settleEach(
    orders,
    ({ orderId }) => orderId,
    async (order, index): Promise<DryRunResult> => {
      checkOrder(order, options.brand, options.now);
      const earlier = previews.get(order.orderId);
      if (earlier !== undefined) {
        if (!isSameOrder(earlier.order, order, options.brand)) throw orderIdTaken(undefined);
        return { ...earlier.result, isRepeat: true };
      }
      const items = referenced[index] ?? (await readReferencedItems(order, options.brand.id));
      const { writes: _, ...prepared } = await prepareConversion(order, options, items);
      const { isRepeat } = prepared;
      const result = { ...prepared, isRecorded: isRepeat };
      if (!isRepeat) previews.set(order.orderId, { order, result });
      return result;
    },
    attempt,
  );
}
