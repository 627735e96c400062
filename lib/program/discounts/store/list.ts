// Lists discount codes. Each set of filters has queries of its own.
import { filterSetOf } from '#lib/foundation/contract/filter-sets.ts';
import { readCounter, totalOf } from '#lib/foundation/table/counters.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { affiliateCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import {
  campaignDiscountsPartition,
  creatorDiscountsPartition,
  discountStatusPartition,
} from '#lib/foundation/table/keys/list-keys.ts';
import { findByClaim, readAtMostOne, readListed } from '#lib/foundation/table/list-lookups.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import {
  type Discount,
  type DiscountStatus,
  discountStatus,
  storedCodeClaim,
} from '#lib/program/discounts/schema/discount.ts';
import { type DiscountFilters, discountFilterSets } from '#lib/program/discounts/schema/filters.ts';
import { codeKey, discountKey } from '#lib/program/discounts/writes/discount.ts';
import { parseDiscount } from './discounts.ts';

type ReadList = (brandId: string, filters: DiscountFilters, page: PageRequest) => Promise<List<Discount>>;

const totalOfStatus =
  (owner: string, counter: 'discounts' | 'affiliateDiscounts', status: DiscountStatus) =>
  async (): Promise<number> => {
    const { total = 0, paused = 0 } = await readCounter(owner, counter);
    return status === 'paused' ? paused : total - paused;
  };

const readKeys = (
  brandId: string,
  index: 'byCampaign' | 'byDiscount' | 'byTime',
  partitions: readonly string[],
  page: PageRequest,
  readTotal?: () => Promise<number>,
): Promise<List<Discount>> =>
  readListed(
    { queries: partitions.map((partition) => ({ partition, index })), kind: 'discount' },
    page,
    (id) => discountKey(brandId, id),
    parseDiscount,
    readTotal && { readTotal },
  );

const all: ReadList = (brandId, { status }, page) => {
  if (status === undefined) {
    const source = { queries: [listQueryFor(brandId, 'discount')], kind: 'discount' } as const;
    return readList(source, page, parseDiscount, totalOf(brandId, 'discounts'));
  }
  const partition = discountStatusPartition(brandId, status);
  return readKeys(brandId, 'byDiscount', [partition], page, totalOfStatus(brandId, 'discounts', status));
};

const byAffiliate: ReadList = (brandId, { affiliateId = '', status }, page) => {
  const owner = affiliateCounterOwner(brandId, affiliateId);
  if (status === undefined) {
    const source = {
      queries: [listQueryFor(brandId, 'discount', { affiliateId })],
      kind: 'discount',
    } as const;
    return readList(source, page, parseDiscount, totalOf(owner, 'affiliateDiscounts'));
  }
  const partition = creatorDiscountsPartition(brandId, affiliateId, status);
  return readKeys(brandId, 'byTime', [partition], page, totalOfStatus(owner, 'affiliateDiscounts', status));
};

const byCampaign: ReadList = (brandId, { campaignId = '', status }, page) => {
  const statuses = status === undefined ? discountStatus.options : [status];
  const partitions = statuses.map((own) => campaignDiscountsPartition(brandId, campaignId, own));
  return readKeys(brandId, 'byCampaign', partitions, page);
};

const byCode: ReadList = (brandId, { code = '', affiliateId, campaignId, status }, page) =>
  readAtMostOne('discount', page, async () => {
    const found = await findByClaim(
      codeKey({ brandId, code }),
      (claim) => discountKey(brandId, storedCodeClaim.parse(claim).discountId),
      parseDiscount,
    );
    const matches =
      (affiliateId === undefined || affiliateId === found?.affiliateId) &&
      (campaignId === undefined || campaignId === found?.campaignId) &&
      (status === undefined || status === found?.status);
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
