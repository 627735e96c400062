// Plans the reads that show which codes are free, to suggest them for a tracking code or a slug that is taken.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Item, ItemBatch } from '#lib/foundation/table/keys/item.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import { brandCodeKey, prefixOfNewCodes, sharedCodeKey } from './code-places.ts';
import { similarTrackingCodes } from './new-tracking-code.ts';
import { isReleased } from './tracking-code.ts';

const suggestionCount = 3;

/** A brand with a link prefix only needs codes that it does not have itself. */
export function planFreeCodes(
  taken: string,
  brand: Pick<Brand, 'id' | 'linkPrefix'>,
  now: Date,
): ReadPlan<readonly string[]> {
  const similar = similarTrackingCodes(taken);
  const isOwn = prefixOfNewCodes(brand) !== undefined;
  const ownKeys = isOwn ? similar.map((code) => brandCodeKey(brand.id, code)) : [];
  const isFree = (target: Item | undefined): boolean => target === undefined || isReleased(target, now);
  const isFreeHere = (shared: Item | undefined): boolean =>
    isFree(shared) || (isOwn && shared?.brandId !== brand.id);
  return {
    keys: [...similar.map((code) => sharedCodeKey(brand.id, code)), ...ownKeys],
    parse: (items: ItemBatch) =>
      similar
        .filter((_, index) => isFreeHere(items[index]) && isFree(items[similar.length + index]))
        .slice(0, suggestionCount),
  };
}
