// Lists discount codes. Each set of filters has queries of its own.
import { filterSetOf } from '#lib/foundation/contract/filter-sets.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { affiliateCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import { campaignPartition } from '#lib/foundation/table/keys/list-keys.ts';
import { findByClaim, readAtMostOne, readListed } from '#lib/foundation/table/list-lookups.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import { type Discount, storedCodeClaim } from '#lib/program/discounts/schema/discount.ts';
import { type DiscountFilters, discountFilterSets } from '#lib/program/discounts/schema/filters.ts';
import { codeKey, discountKey } from '#lib/program/discounts/writes/discount.ts';
import { parseDiscount } from './discounts.ts';

type ReadList = (brandId: string, filters: DiscountFilters, page: PageRequest) => Promise<List<Discount>>;

/** Every discount code is active, so `status` selects nothing. */
const all: ReadList = (brandId, _, page) =>
  readList(
    { queries: [listQueryFor(brandId, 'discount')], kind: 'discount' },
    page,
    parseDiscount,
    totalOf(brandId, 'discounts'),
  );

const byAffiliate: ReadList = (brandId, { affiliateId = '' }, page) =>
  readList(
    { queries: [listQueryFor(brandId, 'discount', { affiliateId })], kind: 'discount' },
    page,
    parseDiscount,
    totalOf(affiliateCounterOwner(brandId, affiliateId), 'affiliateDiscounts'),
  );

const byCampaign: ReadList = (brandId, { campaignId = '' }, page) => {
  const partition = campaignPartition(brandId, 'discount', campaignId);
  const source = { queries: [{ partition, index: 'byCampaign' }], kind: 'discount' } as const;
  return readListed(source, page, (id) => discountKey(brandId, id), parseDiscount);
};

const byCode: ReadList = (brandId, { code = '', affiliateId, campaignId }, page) =>
  readAtMostOne('discount', page, async () => {
    const found = await findByClaim(
      codeKey({ brandId, code }),
      (claim) => discountKey(brandId, storedCodeClaim.parse(claim).discountId),
      parseDiscount,
    );
    const matches =
      (affiliateId === undefined || affiliateId === found?.affiliateId) &&
      (campaignId === undefined || campaignId === found?.campaignId);
    return matches ? found : undefined;
  });

const byExternalId: ReadList = (brandId, { externalId = '' }, page) =>
  readAtMostOne('discount', page, () =>
    findByClaim(
      externalIdKeys.externalId(brandId, 'discount', externalId),
      (claim) => discountKey(brandId, ownerIdIn(claim)),
      parseDiscount,
    ),
  );

const lists: Readonly<Record<keyof typeof discountFilterSets, ReadList>> = {
  all,
  affiliate: byAffiliate,
  campaign: byCampaign,
  code: byCode,
  externalId: byExternalId,
};

export const listDiscounts: ReadList = (brandId, filters, page) =>
  lists[filterSetOf(discountFilterSets, filters)](brandId, filters, page);
