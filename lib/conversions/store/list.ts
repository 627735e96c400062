// Lists conversions. Each set of filters has queries of its own.
import { filterSetOf } from '#lib/contract/filter-sets.ts';
import { type Conversion, storedOrder } from '#lib/conversions/schema/conversion.ts';
import { type ConversionFilters, conversionFilterSets } from '#lib/conversions/schema/filters.ts';
import { conversionKey } from '#lib/conversions/writes.ts';
import { totalOf } from '#lib/table/counters.ts';
import { externalIdKeys } from '#lib/table/keys/external-id-keys.ts';
import { affiliateScope, keys } from '#lib/table/keys/keys.ts';
import { findByClaim, readAtMostOne } from '#lib/table/list-lookups.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { type List, readList } from '#lib/table/pages.ts';
import { ownerIdIn } from '#lib/table/writes/external-ids.ts';
import { parseConversion } from './conversions.ts';

type ReadList = (brandId: string, filters: ConversionFilters, page: PageRequest) => Promise<List<Conversion>>;

const byAttribution: ReadList = (brandId, { attribution }, page) =>
  readList(
    { queries: [listQueryFor(brandId, 'conversion', { status: attribution })], kind: 'conversion' },
    page,
    parseConversion,
    totalOf(brandId, 'conversions', attribution && [attribution]),
  );

/** Drops the filter `attributed`, because all conversions of a creator are attributed. */
const byAffiliate: ReadList = (brandId, { affiliateId = '', attribution }, page) => {
  const status = attribution === 'attributed' ? undefined : attribution;
  return readList(
    { queries: [listQueryFor(brandId, 'conversion', { affiliateId, status })], kind: 'conversion' },
    page,
    parseConversion,
    totalOf(affiliateScope(brandId, affiliateId), 'affiliateConversions', attribution && [attribution]),
  );
};

const byOrder: ReadList = (brandId, { orderId = '', affiliateId, attribution }, page) =>
  readAtMostOne('conversion', page, async () => {
    const found = await findByClaim(
      keys.order(brandId, orderId),
      (order) => conversionKey(brandId, storedOrder.parse(order).conversionId),
      parseConversion,
    );
    const matches =
      (affiliateId === undefined || affiliateId === found?.affiliateId) &&
      (attribution === undefined || attribution === found?.receipt.attribution);
    return matches ? found : undefined;
  });

const byExternalId: ReadList = (brandId, { externalId = '' }, page) =>
  readAtMostOne('conversion', page, () =>
    findByClaim(
      externalIdKeys.externalId(brandId, 'conversion', externalId),
      (claim) => conversionKey(brandId, ownerIdIn(claim)),
      parseConversion,
    ),
  );

const lists: Readonly<Record<keyof typeof conversionFilterSets, ReadList>> = {
  attribution: byAttribution,
  affiliate: byAffiliate,
  order: byOrder,
  externalId: byExternalId,
};

export const listConversions: ReadList = (brandId, filters, page) =>
  lists[filterSetOf(conversionFilterSets, filters)](brandId, filters, page);
