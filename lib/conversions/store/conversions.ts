// Reads and lists conversions.
import {
  type Conversion,
  type ConversionFilters,
  storedConversion,
  storedOrder,
} from '#lib/conversions/schema/conversion.ts';
import { conversionKey } from '#lib/conversions/writes.ts';
import { isWithin } from '#lib/shared/time-ranges.ts';
import { getItem } from '#lib/table/client.ts';
import { totalOf } from '#lib/table/counters.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { affiliateScope, keys } from '#lib/table/keys/keys.ts';
import { orderPartition } from '#lib/table/keys/money-keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { createdRange, type PageRequest } from '#lib/table/list-source.ts';
import { positionIn, readList } from '#lib/table/pages.ts';

const parse = (found: Item): Conversion => storedConversion.parse(found);

export const getConversion = async (brandId: string, id: string): Promise<Conversion> =>
  parse(await getExisting(conversionKey(brandId, id), 'conversion'));

export async function getConversionWithItems(brandId: string, id: string): Promise<Conversion> {
  const conversion = await getConversion(brandId, id);
  if (conversion.items.length > 0) return conversion;
  const order = await getItem(keys.order(brandId, conversion.orderId));
  return order === undefined ? conversion : { ...conversion, items: storedOrder.parse(order).items };
}

/** Drops the filter `attributed` if a creator is given, because all conversions of a creator are attributed. */
const listFilters = ({ affiliateId, attribution }: ConversionFilters) =>
  affiliateId !== undefined && attribution === 'attributed'
    ? { affiliateId }
    : { affiliateId, status: attribution };

/** Lists at most one conversion and never returns a cursor, so it rejects every cursor. */
async function listOrder(orderId: string, brandId: string, filters: ConversionFilters, page: PageRequest) {
  const { affiliateId, attribution } = filters;
  const source = { queries: [{ partition: orderPartition(brandId) }], kind: 'conversion' } as const;
  positionIn(source, page);
  const order = await getItem(keys.order(brandId, orderId));
  if (order === undefined) return { items: [], cursor: null, total: 0, totalIsExact: true };
  const found = await getConversion(brandId, storedOrder.parse(order).conversionId);
  const matches =
    isWithin(createdRange(page), new Date(found.createdAt)) &&
    (affiliateId === undefined || affiliateId === found.affiliateId) &&
    (attribution === undefined || attribution === found.receipt.attribution);
  const items = matches ? [found] : [];
  return { items, cursor: null, total: items.length, totalIsExact: true };
}

export function listConversions(brandId: string, filters: ConversionFilters, page: PageRequest) {
  const { affiliateId, attribution, orderId } = filters;
  if (orderId !== undefined) return listOrder(orderId, brandId, filters, page);
  const source = {
    queries: [listQueryFor(brandId, 'conversion', listFilters(filters))],
    kind: 'conversion',
  } as const;
  const fields = [attribution ?? 'total'];
  const total =
    affiliateId === undefined
      ? totalOf(brandId, 'conversions', fields)
      : totalOf(affiliateScope(brandId, affiliateId), 'affiliateConversions', fields);
  return readList(source, page, parse, total);
}
