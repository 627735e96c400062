// Deletes the files of exports that may contain erased personal data.

import { forEachIsolated } from '#lib/foundation/shared/concurrency.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { exportPartition } from '#lib/foundation/table/keys/export-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { objectKey, restarted } from '#lib/outlets/exports/rules/export.ts';
import type { ExportResource } from '#lib/outlets/exports/rules/resources.ts';
import { type Export, storedExport } from '#lib/outlets/exports/schema.ts';
import { changeExport } from '#lib/outlets/exports/writes.ts';
import { findExport } from './exports.ts';
import { fileStore } from './files.ts';

/** An export in progress begins again, so that its file has the present data. */
const expired = (found: Export, now: Date): Export =>
  found.status === 'ready' ? { ...found, deletedAt: now.toISOString() } : restarted(found);

const isUntouched = ({ status, deletedAt, work }: Export): boolean =>
  status === 'ready' ? deletedAt === null : work.uploadId !== null;

const expire = (brandId: string, id: string, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const found = await findExport(brandId, id);
    if (found === undefined || !isUntouched(found)) return;
    // Another worker may have completed the file without having said so.
    await fileStore().remove(objectKey(found), found.work.uploadId);
    await transact([changeExport(found, expired(found, now))]);
  });

/** Safe to repeat. A brand has few exports, because they expire after 30 days. An unreadable export does not keep the files of the others. */
export async function expireExports(
  brandId: string,
  resources: readonly ExportResource[],
  now: Date,
): Promise<void> {
  const items: Item[] = [];
  for await (const page of queryPages({ partition: exportPartition(brandId) })) items.push(...page);
  await forEachIsolated(items, {
    work: async (item) => {
      const { id, resource } = storedExport.parse(item);
      if (resources.includes(resource)) await expire(brandId, id, now);
    },
    onFailure: ({ sk: exportId }, failure) =>
      logger.error('the file of an export could not be deleted', { brandId, exportId, failure }),
  });
}
