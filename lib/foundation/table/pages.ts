// Reads pages of lists in the order of ids, and their totals. A list can be the union of several partitions.
import { isOpen } from '#lib/foundation/shared/time-ranges.ts';
import { type Item, sortKey } from '#lib/foundation/table/keys/item.ts';
import { query } from './client.ts';
import { type Count, decodeCursor, encodeCursor, type Position } from './cursors.ts';
import { countItems } from './list-count.ts';
import { type Range, sortKeyOf, toQueryInput } from './list-query.ts';
import {
  createdRange,
  type ListSource,
  listDefinition,
  type PageRequest,
  sortKeyRange,
} from './list-source.ts';

export interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly cursor: string | null;
}

export interface List<Entry> extends Page<Entry> {
  readonly total: number;
  readonly totalIsExact: boolean;
}

type Parse<Entry> = (item: Item) => Entry | Promise<Entry>;

/** Throws a 400 if the cursor belongs to another list. */
export const positionIn = (source: ListSource, request: PageRequest): Position | undefined =>
  request.cursor === undefined
    ? undefined
    : decodeCursor(request.cursor, listDefinition(source, request), request);

/** All partitions of a list are in the same index. */
export const positionOf = ({ queries: [first] }: ListSource, item: Item): string =>
  String(item[first === undefined ? sortKey : sortKeyOf(first)]);

interface Found {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** Reads one item more than the page has from each partition, so that it knows whether more items follow. */
async function findItems(source: ListSource, request: PageRequest, range: Range): Promise<Found> {
  const { limit, order } = request;
  const at = (item: Item) => positionOf(source, item);
  const results = await Promise.all(
    source.queries.map((list) =>
      query({ ...toQueryInput(list, range), ScanIndexForward: order === 'asc', Limit: limit + 1 }),
    ),
  );
  const direction = order === 'asc' ? 1 : -1;
  const isBefore = (one: string, other: string) => (order === 'asc' ? one < other : one > other);
  const all = results
    .flatMap(({ Items = [] }) => Items)
    .toSorted((one, other) => (at(one) < at(other) ? -direction : direction));
  // DynamoDB ends a query at 1 MB. Items of other partitions that come later than its end must wait for the next page.
  const ends = results.flatMap(({ Items = [], LastEvaluatedKey }) => {
    const last = Items.at(-1);
    return LastEvaluatedKey === undefined || last === undefined ? [] : [at(last)];
  });
  const complete = all.filter((item) => !ends.some((end) => isBefore(end, at(item))));
  const items = complete.slice(0, limit);
  return { items, hasMore: items.length < all.length || ends.length > 0 };
}

/** Each page starts after the last id of the previous page, so concurrent writes never hide or repeat other items. */
async function readPageFrom<Entry>(
  source: ListSource,
  request: PageRequest,
  parse: Parse<Entry>,
  position: Position | undefined,
  countOf: (found: Found) => Promise<Count | undefined>,
): Promise<Page<Entry> & { readonly count: Count | undefined }> {
  const found = await findItems(source, request, sortKeyRange(source, request, position?.after));
  const last = found.items.at(-1);
  const count = position?.count ?? (await countOf(found));
  const next = { after: last === undefined ? '' : positionOf(source, last), ...(count && { count }) };
  return {
    items: await Promise.all(found.items.map(parse)),
    cursor:
      found.hasMore && last !== undefined
        ? encodeCursor(next, listDefinition(source, request), request)
        : null,
    count,
  };
}

/** Counts at most `maxCounted` items, and only on the first page. The cursor passes the count on. */
async function readCountedList<Entry>(
  source: ListSource,
  request: PageRequest,
  parse: Parse<Entry>,
): Promise<List<Entry>> {
  const countOf = async ({ items, hasMore }: Found): Promise<Count> => {
    const last = items.at(-1);
    if (!hasMore || last === undefined) return { total: items.length, isExact: true };
    return countItems(source.queries, sortKeyRange(source, request, positionOf(source, last)), items.length);
  };
  const { count, ...page } = await readPageFrom(source, request, parse, positionIn(source, request), countOf);
  return { ...page, total: count?.total ?? page.items.length, totalIsExact: count?.isExact ?? true };
}

/** `readTotal` reads the exact number of all items. Without it, and for a range of times, the list is counted. */
export async function readList<Entry>(
  source: ListSource,
  request: PageRequest,
  parse: Parse<Entry>,
  readTotal: (() => Promise<number>) | undefined,
): Promise<List<Entry>> {
  if (readTotal === undefined || !isOpen(createdRange(request)))
    return readCountedList(source, request, parse);
  const [{ items, cursor }, total] = await Promise.all([
    readPageFrom(source, request, parse, positionIn(source, request), async () => undefined),
    readTotal(),
  ]);
  return { items, cursor, total, totalIsExact: true };
}
