// Reads and changes conversions.
import { isDeepStrictEqual } from 'node:util';
import { changedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import { type Conversion, storedConversion, storedOrder } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionChanges } from '#lib/money/conversions/schema/endpoints.ts';
import { changeConversion, conversionKey } from '#lib/money/conversions/writes.ts';

export const parseConversion = (found: Item): Conversion => storedConversion.parse(found);

export const getConversion = async (brandId: string, id: string): Promise<Conversion> =>
  parseConversion(await getExisting(conversionKey(brandId, id), 'conversion'));

export async function getConversionWithItems(brandId: string, id: string) {
  const conversion = await getConversion(brandId, id);
  const { items } = storedOrder.parse(await getItem(keys.order(brandId, conversion.orderId)));
  return { conversion, items };
}

export const updateConversion = (
  brandId: string,
  id: string,
  changes: ConversionChanges,
): Promise<Conversion> =>
  retryOnConflict(async () => {
    const before = await getConversion(brandId, id);
    const after = { ...before, ...changedAnnotations(before, changes) };
    if (isDeepStrictEqual(after, before)) return before;
    await transact([changeConversion(before, after), ...changeExternalId(before, after, 'conversion')]);
    return after;
  });
