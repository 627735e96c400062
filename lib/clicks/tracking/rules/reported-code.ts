// Finds the items of the code in a reported click: a bare code, or a code with a prefix, as in a link.

import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { brandCodeKey, codeOfBrand, sharedCodeKey } from '#lib/program/affiliates/rules/code-places.ts';
import { splitLinkCode } from '#lib/program/affiliates/rules/tracking-code.ts';

interface Places<Value> {
  readonly own?: Value | undefined;
  readonly shared?: Value | undefined;
  /** Names the brand that has the prefix, or had it before. */
  readonly prefix?: Value | undefined;
}

/** A code of a link in test mode has the prefix of its test twin, and is stored with it. */
export function placesOfCode(brandId: string, code: string): Places<Key> {
  const prefixed = splitLinkCode(code);
  if (prefixed !== undefined)
    return {
      own: brandCodeKey(brandId, prefixed.word),
      prefix: keys.linkPrefix(prefixed.linkPrefix),
    };
  if (code.includes('.')) return { shared: keys.trackingCode(code) };
  return { own: brandCodeKey(brandId, code), shared: sharedCodeKey(brandId, code) };
}

/** The prefix of another brand leads to another creator, so its codes are unknown. */
export function codeInPlaces(brandId: string, code: string, items: Places<Item>): Item | undefined {
  if (splitLinkCode(code) !== undefined && items.prefix?.brandId !== brandId) return undefined;
  return codeOfBrand(brandId, [items.own, items.shared]);
}
