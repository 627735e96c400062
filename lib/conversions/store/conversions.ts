// Reads and changes conversions.
import { isDeepStrictEqual } from 'node:util';
import { type Conversion, storedConversion, storedOrder } from '#lib/conversions/schema/conversion.ts';
import type { ConversionChanges } from '#lib/conversions/schema/endpoints.ts';
import { changeConversion, conversionKey } from '#lib/conversions/writes.ts';
import { changedAnnotations } from '#lib/shared/annotations.ts';
import { getItem } from '#lib/table/client.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { changeExternalId } from '#lib/table/writes/external-ids.ts';

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
