// Lists conversions. Each set of filters has queries of its own.
import type { Brand } from '#lib/brands/schema.ts';
import { filterSetOf } from '#lib/contract/filter-sets.ts';
import { customerKeyOf } from '#lib/conversions/rules/list-keys.ts';
import { type Conversion, storedOrder } from '#lib/conversions/schema/conversion.ts';
import { type ConversionFilters, conversionFilterSets } from '#lib/conversions/schema/filters.ts';
import { conversionKey } from '#lib/conversions/writes.ts';
import { requestedRange, type TimeRange } from '#lib/shared/time-ranges.ts';
import { totalOf } from '#lib/table/counters.ts';
import { externalIdKeys } from '#lib/table/keys/external-id-keys.ts';
import { affiliateScope, keys } from '#lib/table/keys/keys.ts';
import {
  campaignPartition,
  customerPartition,
  discountPartition,
  eventPartition,
} from '#lib/table/keys/list-keys.ts';
import { findByClaim, readAtMostOne, readListed } from '#lib/table/list-lookups.ts';
import { type ListQuery, listQueryFor } from '#lib/table/list-query.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { type List, readList } from '#lib/table/pages.ts';
import { ownerIdIn } from '#lib/table/writes/external-ids.ts';
import { parseConversion } from './conversions.ts';

/** The salt is absent if no order was recorded since the brand has one. */
type ListedBrand = Pick<Brand, 'id' | 'salt'>;

type ReadList = (
  brand: ListedBrand,
  filters: ConversionFilters,
  page: PageRequest,
) => Promise<List<Conversion>>;

const readFrom = (brandId: string, query: ListQuery, page: PageRequest, events?: TimeRange) =>
  readListed(
    { queries: [query], kind: 'conversion', ...(events && { events }) },
    page,
    (id) => conversionKey(brandId, id),
    parseConversion,
  );

const byCampaign: ReadList = ({ id: brandId }, { campaignId = '' }, page) =>
  readFrom(
    brandId,
    { partition: campaignPartition(brandId, 'conversion', campaignId), index: 'byCampaign' },
    page,
  );

const byDiscount: ReadList = ({ id: brandId }, { discountId = '' }, page) =>
  readFrom(brandId, { partition: discountPartition(brandId, discountId), index: 'byDiscount' }, page);

/** Without a salt, no order has a customer. */
const byCustomer: ReadList = ({ id: brandId, salt = '' }, { customerId = '' }, page) => {
  const partition = customerPartition(brandId, customerKeyOf(salt, customerId));
  return readFrom(brandId, { partition, index: 'byCustomer' }, page);
};

const byOccurrence: ReadList = ({ id: brandId }, { occurredFrom, occurredTo }, page) =>
  readFrom(
    brandId,
    { partition: eventPartition(brandId, 'OCCURRED'), index: 'byTime' },
    page,
    requestedRange(['occurredFrom', occurredFrom], ['occurredTo', occurredTo], page.timezone),
  );

const byAttribution: ReadList = ({ id: brandId }, { attribution }, page) =>
  readList(
    { queries: [listQueryFor(brandId, 'conversion', { status: attribution })], kind: 'conversion' },
    page,
    parseConversion,
    totalOf(brandId, 'conversions', attribution && [attribution]),
  );

/** Drops the filter `attributed`, because all conversions of a creator are attributed. */
const byAffiliate: ReadList = ({ id: brandId }, { affiliateId = '', attribution }, page) => {
  const status = attribution === 'attributed' ? undefined : attribution;
  return readList(
    { queries: [listQueryFor(brandId, 'conversion', { affiliateId, status })], kind: 'conversion' },
    page,
    parseConversion,
    totalOf(affiliateScope(brandId, affiliateId), 'affiliateConversions', attribution && [attribution]),
  );
};

const byOrder: ReadList = ({ id: brandId }, { orderId = '', affiliateId, attribution }, page) =>
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

const byExternalId: ReadList = ({ id: brandId }, { externalId = '' }, page) =>
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
  campaign: byCampaign,
  discount: byDiscount,
  customer: byCustomer,
  occurred: byOccurrence,
  order: byOrder,
  externalId: byExternalId,
};

export const listConversions: ReadList = (brand, filters, page) =>
  lists[filterSetOf(conversionFilterSets, filters)](brand, filters, page);
