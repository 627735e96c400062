// Builds the items under which a creator is found by the beginning of the name or of the e-mail address.

import type { Key } from '#lib/foundation/table/keys/item.ts';
import { searchKeys } from '#lib/foundation/table/keys/search-keys.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { searchTermsOf } from './search-terms.ts';

interface SearchEntry extends Key {
  readonly affiliateId: string;
  /** The other term of the creator, if it sorts before this one. */
  readonly earlier?: string;
}

export function searchEntriesOf(affiliate: Affiliate): readonly SearchEntry[] {
  const { brandId, id: affiliateId } = affiliate;
  const terms = searchTermsOf(affiliate);
  return terms.map((term, index) => {
    const earlier = terms[index - 1];
    const key = searchKeys.affiliateSearch(brandId, term, affiliateId);
    return { ...key, affiliateId, ...(earlier !== undefined && { earlier }) };
  });
}

export function searchChanges(before: Affiliate, after: Affiliate) {
  const [old, entries] = [searchEntriesOf(before), searchEntriesOf(after)];
  const isSame = JSON.stringify(old) === JSON.stringify(entries);
  const removed = old.filter(({ sk }) => !entries.some((entry) => entry.sk === sk));
  return isSame ? { added: [], removed: [] } : { added: entries, removed };
}
