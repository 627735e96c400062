// Suggests codes for a tracking code or a slug that is taken.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { brandCodeKey, prefixOfNewCodes, sharedCodeKey } from '#lib/program/affiliates/rules/code-places.ts';
import { similarTrackingCodes } from '#lib/program/affiliates/rules/new-tracking-code.ts';
import { isReleased } from '#lib/program/affiliates/rules/tracking-code.ts';

const suggestionCount = 3;

/** A brand with a link prefix only needs codes that it does not have itself. */
export async function freeCodesLike(
  taken: string,
  brand: Pick<Brand, 'id' | 'linkPrefix'>,
  now: Date,
): Promise<readonly string[]> {
  const similar = similarTrackingCodes(taken);
  const isOwn = prefixOfNewCodes(brand) !== undefined;
  const ownKeys = isOwn ? similar.map((code) => brandCodeKey(brand.id, code)) : [];
  const targets = await getItems([...similar.map((code) => sharedCodeKey(brand.id, code)), ...ownKeys]);
  const isFree = (target: Item | undefined): boolean => target === undefined || isReleased(target, now);
  const isFreeHere = (shared: Item | undefined): boolean =>
    isFree(shared) || (isOwn && shared?.brandId !== brand.id);
  return similar
    .filter((_, index) => isFreeHere(targets[index]) && isFree(targets[similar.length + index]))
    .slice(0, suggestionCount);
}
