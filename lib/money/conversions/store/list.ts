// Lists conversions. Each set of filters has queries of its own.
import type { Brand } from '#lib/access/brands/schema.ts';
import { filterSetOf } from '#lib/foundation/contract/filter-sets.ts';
import { requestedRange } from '#lib/foundation/shared/time-ranges.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { affiliateCounterOwner, keys } from '#lib/foundation/table/keys/keys.ts';
import {
  campaignPartition,
  customerPartition,
  discountPartition,
  eventPartition,
} from '#lib/foundation/table/keys/list-keys.ts';
import { findByClaim, readAtMostOne, readListed } from '#lib/foundation/table/list-lookups.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { ListSource, PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { customerKeyOf } from '#lib/money/conversions/rules/list-keys.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { type ConversionFilters, conversionFilterSets } from '#lib/money/conversions/schema/filters.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import { parseConversion } from './conversions.ts';

type ListedBrand = Pick<Brand, 'id' | 'salt'>;

type ReadList = (
  brand: ListedBrand,
  filters: ConversionFilters,
  page: PageRequest,
) => Promise<List<Conversion>>;

const readFrom = (brandId: string, source: Pick<ListSource, 'queries' | 'events'>, page: PageRequest) =>
  readListed({ ...source, kind: 'conversion' }, page, (id) => conversionKey(brandId, id), parseConversion);

const byCampaign: ReadList = ({ id: brandId }, { campaignId = '' }, page) => {
  const partition = campaignPartition(brandId, 'conversion', campaignId);
  return readFrom(brandId, { queries: [{ partition, index: 'byCampaign' }] }, page);
};

const byDiscount: ReadList = ({ id: brandId }, { discountId = '' }, page) => {
  const partition = discountPartition(brandId, discountId);
  return readFrom(brandId, { queries: [{ partition, index: 'byDiscount' }] }, page);
};

const byCustomer: ReadList = ({ id: brandId, salt }, { customerId = '' }, page) => {
  const partition = customerPartition(brandId, customerKeyOf(salt, customerId));
  return readFrom(brandId, { queries: [{ partition, index: 'byCustomer' }] }, page);
};

const byOccurrence: ReadList = (brand, { occurredFrom, occurredTo }, page) => {
  const { timezone } = page;
  const source = {
    queries: [{ partition: eventPartition(brand.id, 'OCCURRED'), index: 'byTime' }],
    events: requestedRange(['occurredFrom', occurredFrom], ['occurredTo', occurredTo], timezone),
  } as const;
  return readFrom(brand.id, source, page);
};

const byAttribution: ReadList = (brand, { attribution }, page) =>
  readList(
    {
      queries: statusQueries(brand.id, 'conversion', attribution),
      kind: 'conversion',
    },
    page,
    parseConversion,
    totalOf(brand.id, 'conversions', attribution),
  );

/** Drops the filter `attributed`, because all conversions of a creator are attributed. */
const byAffiliate: ReadList = ({ id: brandId }, { affiliateId = '', attribution }, page) => {
  const statuses = attribution?.includes('attributed') ? undefined : attribution;
  return readList(
    { queries: statusQueries(brandId, 'conversion', statuses, affiliateId), kind: 'conversion' },
    page,
    parseConversion,
    totalOf(affiliateCounterOwner(brandId, affiliateId), 'affiliateConversions', attribution),
  );
};

const byOrder: ReadList = ({ id: brandId }, { orderId = '', affiliateId, attribution }, page) =>
  readAtMostOne('conversion', page, async () => {
    const found = await findByClaim(
      keys.order(brandId, orderId),
      (order) => {
        const id = recordedIdIn(order);
        return id === undefined ? undefined : conversionKey(brandId, id);
      },
      parseConversion,
    );
    const matches =
      (affiliateId === undefined || affiliateId === found?.affiliateId) &&
      (attribution === undefined || (found !== undefined && attribution.includes(found.receipt.attribution)));
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
