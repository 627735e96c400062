// Reads the items of an export in pages, in the order of their ids.
import { resources } from '#lib/exports/rules/resources.ts';
import type { Export } from '#lib/exports/schema.ts';
import { idKinds } from '#lib/shared/id-kinds.ts';
import { encodedTimeAt } from '#lib/shared/ids.ts';
import { readCounter } from '#lib/table/counters.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { type ListQuery, listQueryFor, type Range } from '#lib/table/list-query.ts';
import { queryPages } from '#lib/table/query-pages.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';

function listOf({ brandId, resource, filters }: Export): ListQuery {
  const { affiliateId, status, attribution } = filters;
  return listQueryFor(brandId, resources[resource].collection, {
    affiliateId,
    status: status ?? attribution,
  });
}

/** Ids contain the time of their creation, so the range excludes items that are newer than the export. */
function rangeOf({ resource, filters, work, createdAt }: Export): Range {
  const { prefix } = idKinds[resources[resource].collection];
  const lowestIdAt = (milliseconds: number) => `${prefix}_${encodedTimeAt(new Date(milliseconds))}`;
  const { createdFrom, createdTo = createdAt } = filters;
  const last = Math.min(Date.parse(createdTo), Date.parse(createdAt));
  return {
    before: lowestIdAt(last + 1),
    ...(work.after !== null && { after: work.after }),
    ...(work.after === null && createdFrom !== undefined && { from: lowestIdAt(Date.parse(createdFrom)) }),
  };
}

/** Each page has at most 1 MB. */
export async function* readItems(source: Export): AsyncGenerator<readonly Item[]> {
  for await (const page of queryPages(listOf(source), rangeOf(source))) {
    yield await Promise.all(page.map(withSpreadTotals));
  }
}

/** Returns null for an export with filters, which no counter counts. */
export async function countItems({ brandId, resource, filters }: Export): Promise<number | null> {
  if (Object.values(filters).some((value) => value !== undefined)) return null;
  const { total = 0 } = await readCounter(brandId, resource);
  return total;
}
