// Lists the creators whose name or e-mail address begins with a text, in alphabetical order.

import { invalid } from '#lib/foundation/shared/errors.ts';
import { query } from '#lib/foundation/table/client.ts';
import { type Count, decodeCursor, encodeCursor } from '#lib/foundation/table/cursors.ts';
import { type Item, sortKey } from '#lib/foundation/table/keys/item.ts';
import { searchPartition } from '#lib/foundation/table/keys/search-keys.ts';
import { maxCounted } from '#lib/foundation/table/list-count.ts';
import { readReferred } from '#lib/foundation/table/list-lookups.ts';
import {
  highestCharacter,
  type ListQuery,
  type Range,
  toQueryInput,
} from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import type { List } from '#lib/foundation/table/pages.ts';
import { foldText, isFirstMatch } from '#lib/program/affiliates/rules/search-terms.ts';
import { type Affiliate, storedSearchEntry } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { parseAffiliate } from './affiliates.ts';

interface Search {
  readonly list: ListQuery;
  readonly prefix: string;
}

/** The first `limit` entries of the range, without the second entry of creators who match with name and e-mail address. */
async function findEntries({ list, prefix }: Search, range: Range, limit: number): Promise<readonly Item[]> {
  const found: Item[] = [];
  let start: Item | undefined;
  do {
    const { Items: items = [], LastEvaluatedKey } = await query({
      ...toQueryInput(list, range),
      Limit: limit - found.length,
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    found.push(...items.filter((item) => isFirstMatch(prefix, storedSearchEntry.parse(item).earlier)));
    start = LastEvaluatedKey;
  } while (start !== undefined && found.length < limit);
  return found;
}

const alphabetical = 'Cannot be combined with `q`, whose creators are in alphabetical order';

const countOf = (entries: readonly Item[]): Count => ({
  total: Math.min(entries.length, maxCounted),
  isExact: entries.length <= maxCounted,
});

/** The first page counts the creators, and the cursor passes the count on. */
export async function searchAffiliates(
  brandId: string,
  q: string,
  page: PageRequest,
): Promise<List<Affiliate>> {
  if (page.order === 'asc')
    throw invalid('Invalid query parameters', [{ path: 'order', message: alphabetical }]);
  const prefix = foldText(q);
  const list = { partition: searchPartition(brandId) };
  const definition = { queries: [list], selection: `q ${prefix}` };
  const position = page.cursor === undefined ? undefined : decodeCursor(page.cursor, definition, page);
  const to = `${prefix}${highestCharacter}`;
  const range = position === undefined ? { from: prefix, to } : { after: position.after, to };
  const limit = position === undefined ? maxCounted + 1 : page.limit + 1;
  const entries = await findEntries({ list, prefix }, range, limit);
  const count = position?.count ?? countOf(entries);
  const shown = entries.slice(0, page.limit);
  const last = shown.at(-1);
  const next = { after: String(last?.[sortKey]), count };
  const cursor = entries.length > shown.length ? encodeCursor(next, definition, page) : null;
  const found = { items: shown, cursor, total: count.total, totalIsExact: count.isExact };
  const idIn = (entry: Item) => storedSearchEntry.parse(entry).affiliateId;
  return readReferred(found, (entry) => affiliateKey(brandId, idIn(entry)), parseAffiliate);
}
