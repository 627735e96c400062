// Conversions as they are read.
import { missing } from '#lib/shared/ids.ts';
import { getItem, type Item } from '#lib/table/client.ts';
import {
  affiliateScope,
  collectionOf,
  indexKeys,
  keys,
  ofAffiliate,
  ofAffiliateWithStatus,
  withStatus,
} from '#lib/table/keys.ts';
import { ordersOf } from '#lib/table/money-keys.ts';
import { openCursor, type PageRequest, readList, type Source } from '#lib/table/pages.ts';
import { type Conversion, type ConversionFilters, storedConversion, storedOrder } from './schema.ts';

export const conversionKey = (brandId: string, id: string) => keys.item(brandId, 'conversion', id);

/** The lists that it stands in, beside that of all. */
export const indexKeysOf = ({ brandId, affiliateId, receipt }: Conversion) => ({
  ...indexKeys.byStatus(brandId, 'conversion', receipt.attribution),
  ...(affiliateId !== null && indexKeys.byAffiliate(brandId, 'conversion', affiliateId)),
});

const parse = (found: Item): Conversion => storedConversion.parse(found);

export async function getConversion(brandId: string, id: string): Promise<Conversion> {
  const found = await getItem(conversionKey(brandId, id));
  if (found === undefined) throw missing('conversion');
  return parse(found);
}

/** Where the list with these filters stands. Those of a creator are all attributed: of another reason it has none. */
function sourceOf(brandId: string, { affiliateId, attribution = 'attributed' }: ConversionFilters): Source {
  if (affiliateId !== undefined) {
    const partition =
      attribution === 'attributed'
        ? ofAffiliate(brandId, 'conversion', affiliateId)
        : ofAffiliateWithStatus(brandId, 'conversion', affiliateId, attribution);
    return { partition, index: 'byAffiliate' };
  }
  return { partition: withStatus(brandId, 'conversion', attribution), index: 'byStatus' };
}

/** The list of one order, found by its own id. It is never more than a page: no cursor leads into it. */
async function listOrder(orderId: string, brandId: string, filters: ConversionFilters, page: PageRequest) {
  const { affiliateId, attribution } = filters;
  const source = { partition: ordersOf(brandId) };
  if (page.cursor !== undefined) openCursor(page.cursor, source, page);
  const order = await getItem(keys.order(brandId, orderId));
  if (order === undefined) return { items: [], cursor: null, total: 0 };
  const found = await getConversion(brandId, storedOrder.parse(order).conversionId);
  const matches =
    (affiliateId === undefined || affiliateId === found.affiliateId) &&
    (attribution === undefined || attribution === found.receipt.attribution);
  const items = matches ? [found] : [];
  return { items, cursor: null, total: items.length };
}

export function listConversions(brandId: string, filters: ConversionFilters, page: PageRequest) {
  const { affiliateId, attribution, orderId } = filters;
  if (orderId !== undefined) return listOrder(orderId, brandId, filters, page);
  const isAll = affiliateId === undefined && attribution === undefined;
  const source = isAll ? { partition: collectionOf(brandId, 'conversion') } : sourceOf(brandId, filters);
  const field = attribution ?? 'total';
  const total =
    affiliateId === undefined
      ? ({ scope: brandId, counter: 'conversions', field } as const)
      : ({ scope: affiliateScope(brandId, affiliateId), counter: 'affiliateConversions', field } as const);
  return readList(source, page, parse, total);
}
