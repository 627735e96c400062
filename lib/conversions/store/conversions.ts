// Reads and lists conversions.
import { type Conversion, storedConversion, storedOrder } from '#lib/conversions/schema/conversion.ts';
import { conversionKey } from '#lib/conversions/writes.ts';
import { getItem } from '#lib/table/client.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';

export const parseConversion = (found: Item): Conversion => storedConversion.parse(found);

export const getConversion = async (brandId: string, id: string): Promise<Conversion> =>
  parseConversion(await getExisting(conversionKey(brandId, id), 'conversion'));

export async function getConversionWithItems(brandId: string, id: string): Promise<Conversion> {
  const conversion = await getConversion(brandId, id);
  if (conversion.items.length > 0) return conversion;
  const order = await getItem(keys.order(brandId, conversion.orderId));
  return order === undefined ? conversion : { ...conversion, items: storedOrder.parse(order).items };
}
