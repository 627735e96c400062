// Builds the writes that count the discount codes of a brand and of a creator, and those of them that are paused.
import { affiliateCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';

const countsOf = (total: number, paused: number) => ({
  ...(total !== 0 && { total }),
  ...(paused !== 0 && { paused }),
});

/** `id` selects the shard of the counter. */
export const incrementDiscounts = (brandId: string, id: string, by: number, paused = 0): Write =>
  incrementCounter(brandId, 'discounts', id, countsOf(by, paused));

export const incrementAffiliateDiscounts = (
  brandId: string,
  affiliateId: string,
  id: string,
  by: number,
  paused = 0,
): Write =>
  incrementCounter(
    affiliateCounterOwner(brandId, affiliateId),
    'affiliateDiscounts',
    id,
    countsOf(by, paused),
  );

export const pausedIn = (discounts: readonly Discount[]): number =>
  discounts.filter(({ status }) => status === 'paused').length;

export const changeCounts = (
  { brandId, affiliateId, id }: Discount,
  by: number,
  paused: number,
): readonly Write[] =>
  by === 0 && paused === 0
    ? []
    : [
        incrementDiscounts(brandId, id, by, paused),
        incrementAffiliateDiscounts(brandId, affiliateId, id, by, paused),
      ];
