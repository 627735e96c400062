// Reads what refers to a creator whom an import has created.
import { getItems, query } from '#lib/foundation/table/client.ts';
import { updateIf } from '#lib/foundation/table/conditional.ts';
import { importKeys } from '#lib/foundation/table/keys/import-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { boundCustomersPartition } from '#lib/foundation/table/keys/list-keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { type ListQuery, listQueryFor, toQueryInput } from '#lib/foundation/table/list-query.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { maxCodesOfRow } from '#lib/outlets/imports/rules/limits.ts';
import type { Dependents } from '#lib/outlets/imports/rules/undo.ts';
import { removalMark } from '#lib/program/affiliates/rules/removal-mark.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';

async function first(list: ListQuery, limit: number): Promise<readonly Item[]> {
  const { Items = [] } = await query({ ...toQueryInput(list), Limit: limit });
  return Items;
}

/** A membership has no index by creator. */
export async function readCampaignIds(brandId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of queryPages({ partition: collectionPartition(brandId, 'campaign') }))
    ids.push(...page.map(({ sk }) => String(sk)));
  return ids;
}

export interface Found {
  readonly creator: Affiliate;
  readonly item: Item;
  readonly dependents: Dependents;
  /** The claim of the opening balance. */
  readonly balance: Item | undefined;
}

/** Nothing is added to the creator while it is marked. A creator who was changed or does not exist gets no mark. */
export const markForRemoval = (brandId: string, affiliateId: string): Promise<unknown> =>
  updateIf(affiliateKey(brandId, affiliateId), {
    set: { [removalMark]: true },
    condition: '#revision = :created',
    values: { created: 0 },
  });

/** Ends the mark of a creator who stays. */
export const removeMark = (brandId: string, affiliateId: string): Promise<unknown> =>
  updateIf(affiliateKey(brandId, affiliateId), {
    remove: [removalMark],
    condition: `attribute_exists(#${removalMark})`,
  });

/** Returns undefined if the creator does not exist any more. The transaction that removes the creator compares the totals again. */
export async function readCreator(
  brandId: string,
  affiliateId: string,
  campaignIds: readonly string[],
): Promise<Found | undefined> {
  const of = (collection: 'conversion' | 'commission' | 'discount' | 'dispute' | 'link', limit: number) =>
    first(listQueryFor(brandId, collection, { affiliateId }), limit);
  const bound: ListQuery = { partition: boundCustomersPartition(brandId, affiliateId), index: 'byCustomer' };
  const [[item, details, balance, ...members], orders, commissions, discounts, disputes, links, customers] =
    await Promise.all([
      getItems([
        affiliateKey(brandId, affiliateId),
        paymentKeys.paymentDetails(brandId, affiliateId),
        importKeys.importBalance(brandId, affiliateId),
        ...campaignIds.map((id) => keys.member(brandId, id, affiliateId)),
      ]),
      of('conversion', 1),
      of('commission', 2),
      of('discount', maxCodesOfRow + 1),
      of('dispute', 1),
      of('link', 1),
      first(bound, 1),
    ]);
  if (item === undefined) return undefined;
  const dependents = {
    hasOrders: orders.length > 0,
    commissions: commissions.map((one) => storedCommission.parse(one)),
    discounts: discounts.map((one) => storedDiscount.parse(one)),
    hasPaymentDetails: details !== undefined,
    isMember: members.some((member) => member !== undefined),
    hasLinks: links.length > 0,
    hasOthers: disputes.length + customers.length > 0,
  };
  return { creator: storedAffiliate.parse(item), item, dependents, balance };
}
