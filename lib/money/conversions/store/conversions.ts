// Reads conversions.
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { idAtAddress } from '#lib/money/conversions/rules/address.ts';
import type { ConversionAddress } from '#lib/money/conversions/schema/address.ts';
import { type Conversion, storedConversion, storedOrder } from '#lib/money/conversions/schema/conversion.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';

export const parseConversion = (found: Item): Conversion => storedConversion.parse(found);

export const getConversion = async (brandId: string, id: string): Promise<Conversion> =>
  parseConversion(await getExisting(conversionKey(brandId, id), 'conversion'));

export async function getConversionWithItems(brandId: string, id: string) {
  const conversion = await getConversion(brandId, id);
  const { items } = storedOrder.parse(await getItem(keys.order(brandId, conversion.orderId)));
  return { conversion, items };
}

/** For endpoints that read more than one item, and whose permissions have no read of a single one. */
export async function readConversion(brandId: string, id: string): Promise<Conversion> {
  const [item] = await getItems([conversionKey(brandId, id)]);
  if (item === undefined) throw notFound('conversion');
  return parseConversion(item);
}

interface Prefetched {
  readonly conversion: Item | undefined;
  readonly order: Item | undefined;
}

/** Returns the conversion that a path names. Reads it if the path has the id of the order. */
export const conversionAt = async (
  brandId: string,
  address: ConversionAddress,
  { conversion, order }: Prefetched,
): Promise<Conversion> =>
  conversion === undefined
    ? readConversion(brandId, idAtAddress(address, { order }))
    : parseConversion(conversion);
