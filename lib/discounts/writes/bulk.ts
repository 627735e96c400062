// Divides many new discount codes into transactions and builds their writes.
import type { Discount } from '#lib/discounts/schema.ts';
import { transactionLimit, type Write } from '#lib/table/writes/write.ts';
import {
  campaignMustExist,
  incrementAffiliateDiscounts,
  incrementDiscounts,
  putDiscount,
} from './discount.ts';

/** Counts two writes per discount, one per creator and campaign, one for the brand's counter, one for the idempotency key. */
const countWrites = (discounts: readonly Discount[]): number =>
  2 * discounts.length +
  new Set(discounts.map(({ affiliateId }) => affiliateId)).size +
  new Set(discounts.map(({ campaignId }) => campaignId)).size +
  2;

/** Puts the discounts of one creator into the same batch if possible, so that few batches conflict on the counter of a creator. */
export function toBatches(discounts: readonly Discount[]): readonly (readonly Discount[])[] {
  const batches: Discount[][] = [];
  for (const discount of discounts.toSorted((one, other) =>
    one.affiliateId.localeCompare(other.affiliateId),
  )) {
    const last = batches.at(-1);
    if (last !== undefined && countWrites([...last, discount]) <= transactionLimit) last.push(discount);
    else batches.push([discount]);
  }
  return batches;
}

interface BatchWrite {
  readonly write: Write;
  readonly discounts: readonly Discount[];
}

/** Checks that the campaigns still exist. Creators need no check, because they were read before and are never deleted. */
export function addBatch(discounts: readonly Discount[]): readonly BatchWrite[] {
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
      write: incrementAffiliateDiscounts(brandId, affiliateId, first.id, own.length),
      discounts: own,
    })),
    ...[...byCampaign].flatMap(([campaignId, own]) =>
      campaignId === null ? [] : [{ write: campaignMustExist(brandId, campaignId), discounts: own }],
    ),
    { write: incrementDiscounts(brandId, first.id, discounts.length), discounts },
  ];
}
