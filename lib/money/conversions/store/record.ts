// Records each order once, in one transaction with its commission, its ledger entries and all totals.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Warning } from '#lib/foundation/contract/warning.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { warningsOf } from '#lib/money/conversions/rules/customer-email.ts';
import { lineItemsOf } from '#lib/money/conversions/rules/line-items.ts';
import {
  checkOrder,
  isRepeated,
  type NewConversion,
  newConversion,
  orderFingerprint,
} from '#lib/money/conversions/rules/new-conversion.ts';
import { orderTime } from '#lib/money/conversions/rules/order-time.ts';
import { currencyOf } from '#lib/money/conversions/rules/original.ts';
import { applyPending, unappliedWarnings } from '#lib/money/conversions/rules/pending-refunds.ts';
import { planReferencedItems, type ReferencedItems } from '#lib/money/conversions/rules/references.ts';
import { storedOrder } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { conversionWrites } from '#lib/money/conversions/writes.ts';
import { customerKeysOf } from '#lib/money/customers/rules/customer-keys.ts';
import { bindCustomer } from '#lib/money/customers/writes.ts';
import { getConversion } from './conversions.ts';
import { readPending } from './pending-refunds.ts';
import { withStoredRate } from './rate-of-order.ts';
import { resolveReferences } from './resolve-references.ts';

export interface RecordOptions {
  readonly brand: Brand;
  readonly now: Date;
  readonly id?: string;
  /** The commission that an earlier program has paid for the order, in minor units. */
  readonly paidAmount?: number | undefined;
}

interface PreparedConversion extends NewConversion {
  readonly isRepeat: boolean;
  readonly warnings: readonly Warning[];
  readonly writes: readonly Write[];
}

/** `id` is that of the recorded conversion. Undefined for an earlier order of the same request. */
export const orderIdTaken = (id: string | undefined) =>
  conflict(
    'order_id_reused',
    `\`orderId\` is already used by ${id ?? 'an earlier order of this request'} with a different body: repeat that body, or send another \`orderId\``,
    id === undefined ? {} : { details: [{ path: 'orderId', message: `Belongs to ${id}`, values: [id] }] },
  );

const allWarningsOf = (order: ConversionInput, brand: Brand): readonly Warning[] => [
  ...warningsOf(order),
  ...lineItemsOf(order, currencyOf(order, brand)).warnings,
];

async function repeatedConversion(
  order: ConversionInput,
  brand: Brand,
  recorded: Item,
): Promise<PreparedConversion> {
  const { conversionId, fingerprint, items, ...claim } = storedOrder.parse(recorded);
  const conversion = await getConversion(brand.id, conversionId);
  const { occurredAt = conversion.occurredAt } = claim;
  if (!isRepeated(order, brand, { fingerprint, occurredAt })) throw orderIdTaken(conversionId);
  const warnings = allWarningsOf(order, brand);
  return { conversion, items, commission: undefined, isRepeat: true, warnings, writes: [] };
}

export async function prepareConversion(
  order: ConversionInput,
  { brand, now, id, paidAmount }: RecordOptions,
  referenced: ReferencedItems,
): Promise<PreparedConversion> {
  checkOrder(order, brand, now);
  const { order: waiting } = referenced;
  if (waiting !== undefined && recordedIdIn(waiting) !== undefined)
    return repeatedConversion(order, brand, waiting);
  const [{ candidates, entities, bindings }, pending, rated] = await Promise.all([
    resolveReferences(brand, order, referenced, orderTime(order, now)),
    readPending(brand.id, waiting, now),
    withStoredRate(order, brand, now),
  ]);
  const created = newConversion(rated, brand, candidates, now, { id, bindings, paidAmount });
  const refunded = applyPending(created, pending, now);
  const { conversion, commission } = refunded;
  const fingerprint = orderFingerprint(order, brand);
  const writes = [
    ...conversionWrites(created, fingerprint, entities, now, { waiting, refunded }),
    ...bindCustomer({ keys: customerKeysOf(brand, order), bindings, conversion }, now),
  ];
  const warnings = [...allWarningsOf(order, brand), ...unappliedWarnings(refunded.refunds)];
  return { ...created, conversion, commission, isRepeat: false, warnings, writes };
}

export async function readReferencedItemsOfAll(
  orders: readonly ConversionInput[],
  brandId: string,
): Promise<readonly ReferencedItems[]> {
  const plans = orders.map((order) => planReferencedItems(brandId, order));
  const items = await getItems(plans.flatMap(({ keys }) => keys));
  let start = 0;
  return plans.map(({ keys: { length }, parse }) => {
    start += length;
    return parse(items.slice(start - length, start));
  });
}

export async function readReferencedItems(order: ConversionInput, brandId: string): Promise<ReferencedItems> {
  const { keys, parse } = planReferencedItems(brandId, order);
  return parse(await getItems(keys));
}

export const recordConversion = (
  order: ConversionInput,
  options: RecordOptions,
  referenced?: ReferencedItems,
): Promise<PreparedConversion> =>
  retryOnConflict(async (attempt) => {
    const current =
      referenced === undefined || attempt > 0
        ? await readReferencedItems(order, options.brand.id)
        : referenced;
    const prepared = await prepareConversion(order, options, current);
    if (prepared.writes.length > 0) await transact(prepared.writes);
    return prepared;
  });
