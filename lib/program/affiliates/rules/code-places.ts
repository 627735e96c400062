// Finds the items of a tracking code: the one that is unique in the brand, and the one that is unique over all brands.
import type { Brand } from '#lib/access/brands/schema.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { brandCodeOf, linkCodeOf } from './tracking-code.ts';

export const brandCodeKey = (brandId: string, code: string): Key =>
  keys.trackingCode(brandCodeOf(brandId, code));

export const sharedCodeKey = (brandId: string, code: string): Key =>
  keys.trackingCode(linkCodeOf(brandId, code));

type CodeFields = Pick<Affiliate, 'brandId' | 'trackingCode' | 'linkPrefix'>;

/** A code keeps its key, also after its brand has got a link prefix. */
export const targetKey = ({ brandId, trackingCode, linkPrefix }: CodeFields): Key =>
  linkPrefix === undefined ? sharedCodeKey(brandId, trackingCode) : brandCodeKey(brandId, trackingCode);

/** Another brand can have the same code in the shared place. */
export function codeOfBrand(
  brandId: string,
  [own, shared]: readonly [own: Item | undefined, shared: Item | undefined],
): Item | undefined {
  return own ?? (shared?.brandId === brandId ? shared : undefined);
}

/** Codes of a brand without a link prefix, and those of test mode, have none. */
export const prefixOfNewCodes = ({ id, linkPrefix }: Pick<Brand, 'id' | 'linkPrefix'>): string | undefined =>
  isTwinId(id) ? undefined : linkPrefix;

const [minSharedLength, maxSharedLength] = [3, 40];

/** Throws a 400 for a code that only a brand with a link prefix can have. Test mode has the rules of the brand. */
export function checkLength(
  code: string,
  { linkPrefix }: Pick<Brand, 'linkPrefix'>,
  path: 'trackingCode' | 'slug' = 'trackingCode',
): void {
  const { length } = code;
  if (linkPrefix !== undefined || (length >= minSharedLength && length <= maxSharedLength)) return;
  throw invalidField(
    path,
    `Must have ${minSharedLength} to ${maxSharedLength} characters, or the brand needs a \`linkPrefix\`: \`PATCH /brand\``,
  );
}
