// Discount codes that are created together: which of them in one transaction, and what that writes.

import type { Discount } from '#lib/discounts/schema.ts';
import { transactionLimit, type Write } from '#lib/table/writes/write.ts';
import { countDiscounts, countDiscountsOf, demandCampaign, putDiscount } from './discounts.ts';

/**
 * How many writes a group is, at most: two items each, a count for each creator, a check for each campaign, the brand's count,
 * and the note that they are done.
 */
const writesOf = (discounts: readonly Discount[]): number =>
  2 * discounts.length +
  new Set(discounts.map(({ affiliateId }) => affiliateId)).size +
  new Set(discounts.map(({ campaignId }) => campaignId)).size +
  2;

/** As few groups as transactions allow; those of one creator together, so that groups meet on as few counts as possible. */
export function groupsOf(discounts: readonly Discount[]): readonly (readonly Discount[])[] {
  const groups: Discount[][] = [];
  for (const discount of discounts.toSorted((one, other) =>
    one.affiliateId.localeCompare(other.affiliateId),
  )) {
    const last = groups.at(-1);
    if (last !== undefined && writesOf([...last, discount]) <= transactionLimit) last.push(discount);
    else groups.push([discount]);
  }
  return groups;
}

/** A write of a group, and the discounts that cannot be created where it is refused. */
export interface SharedWrite {
  readonly write: Write;
  readonly discounts: readonly Discount[];
}

/** That the creators exist has been read, and needs no check here: creators are never deleted, as campaigns can be. */
export function groupWrites(discounts: readonly Discount[]): readonly SharedWrite[] {
  const [first] = discounts;
  if (first === undefined) return [];
  const { brandId } = first;
  const byAffiliate = Map.groupBy(discounts, ({ affiliateId }) => affiliateId);
  const byCampaign = Map.groupBy(discounts, ({ campaignId }) => campaignId);
  return [
    ...discounts.flatMap((discount) =>
      putDiscount(discount).map((write) => ({ write, discounts: [discount] })),
    ),
    ...[...byAffiliate].map(([affiliateId, own]) => ({
      write: countDiscountsOf(brandId, affiliateId, first.id, own.length),
      discounts: own,
    })),
    ...[...byCampaign].flatMap(([campaignId, own]) =>
      campaignId === null ? [] : [{ write: demandCampaign(brandId, campaignId), discounts: own }],
    ),
    { write: countDiscounts(brandId, first.id, discounts.length), discounts },
  ];
}
