// Lists commissions. Each set of filters has queries of its own.
import type { Brand } from '#lib/access/brands/schema.ts';
import { filterSetOf } from '#lib/foundation/contract/filter-sets.ts';
import { requestedRange, type TimeRange } from '#lib/foundation/shared/time-ranges.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { affiliateCounterOwner, keys } from '#lib/foundation/table/keys/keys.ts';
import {
  campaignPartition,
  eventPartition,
  listKeys,
  payoutPartition,
} from '#lib/foundation/table/keys/list-keys.ts';
import { refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import { readIds, readListed } from '#lib/foundation/table/list-lookups.ts';
import { heldListQuery, statusQueries } from '#lib/foundation/table/list-query.ts';
import type { ListSource, PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { type CommissionFilters, commissionFilterSets } from '#lib/money/commissions/schema/filters.ts';
import { commissionKey } from '#lib/money/commissions/writes.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { parseCommission } from './commissions.ts';

type ListedBrand = Pick<Brand, 'id'>;

type ReadList = (
  brand: ListedBrand,
  filters: CommissionFilters,
  page: PageRequest,
) => Promise<List<Commission>>;

const byStatus: ReadList = ({ id: brandId }, { status }, page) =>
  readList(
    { queries: statusQueries(brandId, 'commission', status), kind: 'commission' },
    page,
    parseCommission,
    totalOf(brandId, 'commissions', status),
  );

const byAffiliate: ReadList = ({ id: brandId }, { affiliateId = '', status }, page) =>
  readList(
    { queries: statusQueries(brandId, 'commission', status, affiliateId), kind: 'commission' },
    page,
    parseCommission,
    totalOf(affiliateCounterOwner(brandId, affiliateId), 'affiliateCommissions', status),
  );

const held: ReadList = ({ id: brandId }, _, page) =>
  readList(
    { queries: [heldListQuery(brandId, 'commission')], kind: 'commission' },
    page,
    parseCommission,
    totalOf(brandId, 'commissions', ['held']),
  );

/** A conversion names its commission, and each of its changes and refunds names the commissions that it affected. */
const byConversion: ReadList = async ({ id: brandId }, { conversionId = '' }, page) => {
  const partition = refundPartition(brandId, conversionId);
  const [[conversion], refunds] = await Promise.all([
    getItems([keys.item(brandId, 'conversion', conversionId)]),
    queryPartition(partition),
  ]);
  const order = conversion === undefined ? undefined : storedConversion.parse(conversion);
  const named = [
    order?.commissionId ?? null,
    ...(order?.changes ?? []).flatMap(({ commissionIds }) => commissionIds),
    ...refunds
      .map((refund) => storedRefund.parse(refund))
      .flatMap(({ commissionId, supplementId }) => [commissionId, supplementId]),
  ];
  const ids = new Set(named.filter((id) => id !== null));
  const source = { queries: [{ partition }], kind: 'commission' } as const;
  return readIds(source, page, [...ids], (id) => commissionKey(brandId, id), parseCommission);
};

const readFrom = (
  brandId: string,
  source: Pick<ListSource, 'queries' | 'events'>,
  page: PageRequest,
  isCurrent?: (commission: Commission, sortKey: string) => boolean,
) =>
  readListed(
    { ...source, kind: 'commission' },
    page,
    (id) => commissionKey(brandId, id),
    parseCommission,
    isCurrent && { isCurrent },
  );

const byCampaign: ReadList = ({ id: brandId }, { campaignId = '' }, page) => {
  const partition = campaignPartition(brandId, 'commission', campaignId);
  return readFrom(brandId, { queries: [{ partition, index: 'byCampaign' }] }, page);
};

/** Omits a commission that was released after the index was read. */
const byPayout: ReadList = async ({ id: brandId }, { payoutId = '' }, page) => {
  const partition = payoutPartition(brandId, payoutId);
  const found = await readFrom(brandId, { queries: [{ partition, index: 'byPayout' }] }, page);
  return { ...found, items: found.items.filter((commission) => commission.payoutId === payoutId) };
};

/** Omits an approval or a payment that was taken back, which can be followed by another one. */
const byEvent = (brand: ListedBrand, event: 'APPROVED' | 'PAID', events: TimeRange, page: PageRequest) => {
  const partition = eventPartition(brand.id, event);
  const isCurrent = ({ id, approvedAt, paidAt }: Commission, sortKey: string): boolean => {
    const at = event === 'PAID' ? paidAt : approvedAt;
    return at !== null && listKeys.byTime(brand.id, event, at, id).listedTime === sortKey;
  };
  return readFrom(brand.id, { queries: [{ partition, index: 'byTime' }], events }, page, isCurrent);
};

const byApproval: ReadList = (brand, { approvedFrom, approvedTo }, page) => {
  const [from, to] = [['approvedFrom', approvedFrom] as const, ['approvedTo', approvedTo] as const];
  return byEvent(brand, 'APPROVED', requestedRange(from, to, page.timezone), page);
};

const byPayment: ReadList = (brand, { paidFrom, paidTo }, page) => {
  const [from, to] = [['paidFrom', paidFrom] as const, ['paidTo', paidTo] as const];
  return byEvent(brand, 'PAID', requestedRange(from, to, page.timezone), page);
};

const lists: Readonly<Record<keyof typeof commissionFilterSets, ReadList>> = {
  status: byStatus,
  affiliate: byAffiliate,
  held,
  conversion: byConversion,
  campaign: byCampaign,
  payout: byPayout,
  approved: byApproval,
  paid: byPayment,
};

export const listCommissions: ReadList = (brand, filters, page) =>
  lists[filterSetOf(commissionFilterSets, filters)](brand, filters, page);
