// Limits the exports of a brand that are in progress at the same time. docs/decisions/0128

import { getItems } from '#lib/foundation/table/client.ts';
import { exportKeys } from '#lib/foundation/table/keys/export-keys.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { exportsInProgress, maxInProgress } from '#lib/outlets/exports/rules/export.ts';
import { type Export, storedExport, storedInProgress } from '#lib/outlets/exports/schema.ts';
import { listInProgress } from '#lib/outlets/exports/writes.ts';

type Ids = readonly string[] | undefined;

/** Prefetches the ids of the exports that were last known to be in progress. */
export const prefetchInProgress = (_: unknown, brandId: string): ReadPlan<Ids> => ({
  keys: [exportKeys.inProgress(brandId)],
  parse: ([item]) => (item === undefined ? undefined : storedInProgress.parse(item).exportIds),
});

/**
 * Returns the write that adds the export to those in progress. It is refused as stale if another export was added since `listed` was
 * read. Throws a 409 if too many are in progress. An export that has ended frees its place, because its item says so.
 */
export async function takePlace({ brandId, id }: Export, listed: Ids): Promise<Write> {
  const others = (listed ?? []).filter((other) => other !== id);
  const found =
    others.length === 0 ? [] : await getItems(others.map((other) => exportKeys.export(brandId, other)));
  const inProgress = found.flatMap((item) => {
    const other = item === undefined ? undefined : storedExport.parse(item);
    return other?.status === 'preparing' ? [other.id] : [];
  });
  if (inProgress.length >= maxInProgress) throw exportsInProgress(inProgress);
  return listInProgress(brandId, listed, [...inProgress, id]);
}
