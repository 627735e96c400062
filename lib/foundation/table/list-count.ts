// Counts the items of a list without a counter.
import { query } from './client.ts';
import type { Count } from './cursors.ts';
import { type ListQuery, type Range, toQueryInput } from './list-query.ts';

/** A higher count would make a request slow and expensive. */
export const maxCounted = 10_000;

/** Counts at most `limit` items. A query counts up to 1 MB of items. */
async function countUpTo(list: ListQuery, range: Range, limit: number): Promise<number> {
  let counted = 0;
  let start: object | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await query({
      ...toQueryInput(list, range),
      Select: 'COUNT',
      Limit: limit - counted,
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    counted += Count;
    start = LastEvaluatedKey;
  } while (start !== undefined && counted < limit);
  return counted;
}

/** Counts the items in the range, beside the `known` items before it. */
export async function countItems(queries: readonly ListQuery[], range: Range, known: number): Promise<Count> {
  const limit = maxCounted + 1 - known;
  const counts = await Promise.all(queries.map((list) => countUpTo(list, range, limit)));
  const total = counts.reduce((sum, count) => sum + count, known);
  return { total: Math.min(total, maxCounted), isExact: total <= maxCounted };
}
