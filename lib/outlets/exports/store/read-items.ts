// Reads the rows of an export in pages, in the order of their ids.

import type { Clock } from '#lib/foundation/shared/clock.ts';
import { addMilliseconds } from '#lib/foundation/shared/dates.ts';
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { encodedTimeAt } from '#lib/foundation/shared/ids.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type ListQuery, listQueryFor, type Range } from '#lib/foundation/table/list-query.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import type { Row } from '#lib/outlets/exports/rules/format.ts';
import {
  collections,
  type ExportResource,
  type ListedResource,
} from '#lib/outlets/exports/rules/resources.ts';
import type { Export } from '#lib/outlets/exports/schema.ts';
import type { TrailEntry } from '#lib/record/events/rules/trail-entry.ts';

/** An export of the items of a list. */
type ListExport = Export & { readonly resource: ListedResource };

function listOf({ brandId, resource, filters }: ListExport): ListQuery {
  const { affiliateId, status, attribution } = filters;
  return listQueryFor(brandId, collections[resource], { affiliateId, status: status ?? attribution });
}

/** Ids contain the time of their creation, so the range excludes items that are newer than the export. */
function rangeOf({ resource, filters, work, createdAt }: ListExport): Range {
  const { prefix } = idKinds[collections[resource]];
  const lowestIdAt = (at: Date) => `${prefix}_${encodedTimeAt(at)}`;
  const { createdFrom, createdTo = createdAt } = filters;
  const last = new Date(createdTo < createdAt ? createdTo : createdAt);
  return {
    before: lowestIdAt(addMilliseconds(last, 1)),
    ...(work.after !== null && { after: work.after }),
    ...(work.after === null && createdFrom !== undefined && { from: lowestIdAt(new Date(createdFrom)) }),
  };
}

interface RowPage {
  readonly rows: readonly Row[];
  /** The id of the last row. */
  readonly last: string;
}

/** Converts items to the rows of an export. Handlers pass this in, because the items belong to other domains. */
export interface ExportSources {
  readonly columnsOf: (resource: ExportResource) => readonly string[];
  readonly rowOf: (source: ListExport, item: Item, now: Date) => Row;
  /** Reads the entries of the audit trail in a range of times, after an entry. */
  readonly readEntries: (brandId: string, range: EntryRange) => AsyncGenerator<readonly TrailEntry[]>;
  readonly entryRow: (entry: TrailEntry) => Row;
  readonly getClock: (brandId: string) => Promise<Clock>;
}

interface EntryRange {
  readonly from: Date | undefined;
  readonly to: Date;
  readonly after: string | null;
}

/** Each page has at most 1 MB. */
async function* readItems(source: ListExport, { rowOf, getClock }: ExportSources): AsyncGenerator<RowPage> {
  const clock = await getClock(source.brandId);
  for await (const page of queryPages(listOf(source), rangeOf(source))) {
    const items = await Promise.all(page.map(withSpreadTotals));
    const last = items.at(-1)?.sk;
    if (last !== undefined)
      yield { rows: items.map((item) => rowOf(source, item, clock.now())), last: String(last) };
  }
}

export async function* readRows(source: Export, sources: ExportSources): AsyncGenerator<RowPage> {
  const { brandId, resource, filters, work, createdAt } = source;
  if (resource !== 'audit') return yield* readItems({ ...source, resource }, sources);
  const { createdFrom, createdTo = createdAt } = filters;
  const entries = sources.readEntries(brandId, {
    from: createdFrom === undefined ? undefined : new Date(createdFrom),
    to: new Date(Math.min(Date.parse(createdTo), Date.parse(createdAt))),
    after: work.after,
  });
  for await (const page of entries) {
    const last = page.at(-1)?.id;
    if (last !== undefined) yield { rows: page.map(sources.entryRow), last };
  }
}

/** Returns null for an export that no counter counts: one with filters, or of the audit trail. */
export async function countItems({ brandId, resource, filters }: Export): Promise<number | null> {
  if (resource === 'audit' || Object.values(filters).some((value) => value !== undefined)) return null;
  const { total = 0 } = await readCounter(brandId, resource);
  return total;
}
