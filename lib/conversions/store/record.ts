// Records each order once, in one transaction with its commission, its ledger entries and all totals.
import type { SaltedBrand } from '#lib/brands/rules/customer-salt.ts';
import { hasSpreadClaims, mustCheckBothClaims } from '#lib/brands/rules/list-spread.ts';
import type { Warning } from '#lib/contract/warning.ts';
import { warningsOf } from '#lib/conversions/rules/customer-email.ts';
import {
  checkOrder,
  type NewConversion,
  newConversion,
  orderFingerprint,
  orderTime,
} from '#lib/conversions/rules/new-conversion.ts';
import { planReferencedItems, type ReferencedItems } from '#lib/conversions/rules/references.ts';
import { storedOrder } from '#lib/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import { conversionWrites } from '#lib/conversions/writes.ts';
import { conflict } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import { type Item, itemWithKey } from '#lib/table/keys/item.ts';
import { orderKeys, otherOrderKeyOf } from '#lib/table/keys/order-keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';
import { getConversion } from './conversions.ts';
import { resolveReferences } from './resolve-references.ts';

export interface RecordOptions {
  readonly brand: SaltedBrand;
  readonly now: Date;
  /** The id without the mark of its partition. */
  readonly ulid?: string;
}

export interface PreparedConversion extends NewConversion {
  readonly isRepeat: boolean;
  readonly warnings: readonly Warning[];
  readonly writes: readonly Write[];
}

export const orderIdTaken = (by: string) =>
  conflict(
    'order_id_reused',
    `\`orderId\` is already used by ${by} with a different body: repeat that body, or send another \`orderId\``,
  );

async function repeatedConversion(
  order: ConversionInput,
  brand: SaltedBrand,
  recorded: Item,
): Promise<PreparedConversion> {
  const { conversionId, fingerprint } = storedOrder.parse(recorded);
  if (fingerprint !== orderFingerprint(order, brand)) throw orderIdTaken(conversionId);
  const conversion = await getConversion(brand.id, conversionId);
  return { conversion, commission: undefined, isRepeat: true, warnings: warningsOf(order), writes: [] };
}

export async function prepareConversion(
  order: ConversionInput,
  { brand, now, ulid }: RecordOptions,
  referenced: ReferencedItems,
): Promise<PreparedConversion> {
  checkOrder(order, brand, now);
  if (referenced.order !== undefined) return repeatedConversion(order, brand, referenced.order);
  const spreadClaim = hasSpreadClaims(brand) ? orderKeys.spreadOrder(brand.id, order.orderId) : undefined;
  const { candidates, entities } = await resolveReferences(brand, order, referenced, {
    orderedAt: orderTime(order, now),
    otherKeys: spreadClaim === undefined ? [] : [spreadClaim],
  });
  const recorded = itemWithKey(entities, spreadClaim);
  if (recorded !== undefined) return repeatedConversion(order, brand, recorded);
  const created = newConversion(order, brand, candidates, now, ulid);
  const otherClaim = mustCheckBothClaims(brand, now) ? otherOrderKeyOf(created.conversion) : undefined;
  const writes = conversionWrites(created, orderFingerprint(order, brand), entities, now, otherClaim);
  return { ...created, isRepeat: false, warnings: warningsOf(order), writes };
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
