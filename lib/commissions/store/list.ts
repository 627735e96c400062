// Lists commissions. Each set of filters has queries of its own.
import type { Commission } from '#lib/commissions/schema/commission.ts';
import { type CommissionFilters, commissionFilterSets } from '#lib/commissions/schema/filters.ts';
import { commissionKey } from '#lib/commissions/writes.ts';
import { filterSetOf } from '#lib/contract/filter-sets.ts';
import { storedConversion } from '#lib/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/conversions/schema/refund.ts';
import { requestedRange, type TimeRange } from '#lib/shared/time-ranges.ts';
import { getItems, queryPartition } from '#lib/table/client.ts';
import { totalOf } from '#lib/table/counters.ts';
import { affiliateScope, keys } from '#lib/table/keys/keys.ts';
import { campaignPartition, eventPartition, payoutPartition } from '#lib/table/keys/list-keys.ts';
import { refundPartition } from '#lib/table/keys/money-keys.ts';
import { readIds, readListed } from '#lib/table/list-lookups.ts';
import { heldListQuery, type ListQuery, statusQueries } from '#lib/table/list-query.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { type List, readList } from '#lib/table/pages.ts';
import { parseCommission } from './commissions.ts';

type ReadList = (brandId: string, filters: CommissionFilters, page: PageRequest) => Promise<List<Commission>>;

const byStatus: ReadList = (brandId, { status }, page) =>
  readList(
    { queries: statusQueries(brandId, 'commission', status), kind: 'commission' },
    page,
    parseCommission,
    totalOf(brandId, 'commissions', status),
  );

const byAffiliate: ReadList = (brandId, { affiliateId = '', status }, page) =>
  readList(
    { queries: statusQueries(brandId, 'commission', status, affiliateId), kind: 'commission' },
    page,
    parseCommission,
    totalOf(affiliateScope(brandId, affiliateId), 'affiliateCommissions', status),
  );

const held: ReadList = (brandId, _, page) =>
  readList(
    { queries: [heldListQuery(brandId, 'commission')], kind: 'commission' },
    page,
    parseCommission,
    totalOf(brandId, 'commissions', ['held']),
  );

/** A conversion names its commission, and each refund names the commission that it changed or created. */
const byConversion: ReadList = async (brandId, { conversionId = '' }, page) => {
  const partition = refundPartition(brandId, conversionId);
  const [[conversion], refunds] = await Promise.all([
    getItems([keys.item(brandId, 'conversion', conversionId)]),
    queryPartition(partition),
  ]);
  const named = [
    conversion === undefined ? null : storedConversion.parse(conversion).commissionId,
    ...refunds.map((refund) => storedRefund.parse(refund).commissionId),
  ];
  const ids = new Set(named.filter((id) => id !== null));
  const source = { queries: [{ partition }], kind: 'commission' } as const;
  return readIds(source, page, [...ids], (id) => commissionKey(brandId, id), parseCommission);
};

const readFrom = (brandId: string, query: ListQuery, page: PageRequest, events?: TimeRange) =>
  readListed(
    { queries: [query], kind: 'commission', ...(events && { events }) },
    page,
    (id) => commissionKey(brandId, id),
    parseCommission,
  );

const byCampaign: ReadList = (brandId, { campaignId = '' }, page) =>
  readFrom(
    brandId,
    { partition: campaignPartition(brandId, 'commission', campaignId), index: 'byCampaign' },
    page,
  );

/** Omits a commission that was released after the index was read. */
const byPayout: ReadList = async (brandId, { payoutId = '' }, page) => {
  const partition = payoutPartition(brandId, payoutId);
  const found = await readFrom(brandId, { partition, index: 'byPayout' }, page);
  return { ...found, items: found.items.filter((commission) => commission.payoutId === payoutId) };
};

const byApproval: ReadList = (brandId, { approvedFrom, approvedTo }, page) =>
  readFrom(
    brandId,
    { partition: eventPartition(brandId, 'APPROVED'), index: 'byTime' },
    page,
    requestedRange(['approvedFrom', approvedFrom], ['approvedTo', approvedTo], page.timezone),
  );

const byPayment: ReadList = (brandId, { paidFrom, paidTo }, page) =>
  readFrom(
    brandId,
    { partition: eventPartition(brandId, 'PAID'), index: 'byTime' },
    page,
    requestedRange(['paidFrom', paidFrom], ['paidTo', paidTo], page.timezone),
  );

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

export const listCommissions: ReadList = (brandId, filters, page) =>
  lists[filterSetOf(commissionFilterSets, filters)](brandId, filters, page);
