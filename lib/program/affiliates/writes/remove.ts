// Builds the writes that remove a creator to whom nothing refers.
import { uncountCreation } from '#lib/access/billing/writes.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { releaseExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import { spreadFlag } from '#lib/foundation/table/writes/totals.ts';
import { deleteExisting, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { searchEntriesOf } from '#lib/program/affiliates/rules/search-entries.ts';
import { countsForStatus, countsTowardLimit } from '#lib/program/affiliates/rules/status.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey, emailKey } from '#lib/program/affiliates/writes.ts';
import { removeMailbox } from './mailboxes.ts';
import { removeTrackingCode } from './tracking-codes.ts';

/** An order that arrives meanwhile changes the totals. */
const unchanged = ({ revision, totalRevenue, totalOrders, commissionEarned }: Affiliate) => ({
  condition:
    '#revision = :was AND #totalRevenue = :revenue AND #totalOrders = :orders AND #commissionEarned = :earned ' +
    `AND attribute_not_exists(#${spreadFlag})`,
  values: { was: revision, revenue: totalRevenue, orders: totalOrders, earned: commissionEarned },
});

const negative = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).flatMap(([name, by]) => (by === 0 ? [] : [[name, -by]])));

/** Frees the address, the tracking code, the external id and the place in the plan. Throws a stale write for a creator who has changed. */
export const removeAffiliate = (affiliate: Affiliate, brand: Brand): readonly Write[] => {
  const { id, status, createdAt } = affiliate;
  return [
    deleteExisting(affiliateKey(brand.id, id), staleWrite, unchanged(affiliate)),
    incrementCounter(brand.id, 'affiliates', id, negative(countsForStatus(status))),
    ...(countsTowardLimit(status) ? [uncountCreation(brand, 'creators', id, new Date(createdAt))] : []),
    deleteExisting(emailKey(affiliate), staleWrite),
    removeMailbox(affiliate, brand),
    ...removeTrackingCode(affiliate),
    ...releaseExternalId(affiliate, 'affiliate'),
    ...searchEntriesOf(affiliate).map(({ pk, sk }): Write => ({ kind: 'delete', key: { pk, sk } })),
  ];
};
