// Reads exports.

import { getItem } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { exportKeys, exportPartition } from '#lib/foundation/table/keys/export-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import { fileExpiry, fileNameOf, objectKey } from '#lib/outlets/exports/rules/export.ts';
import { type Export, storedExport } from '#lib/outlets/exports/schema.ts';
import { fileStore } from './files.ts';

export async function findExport(brandId: string, id: string): Promise<Export | undefined> {
  const found = await getItem(exportKeys.export(brandId, id));
  return found === undefined ? undefined : storedExport.parse(found);
}

export const getExport = async (brandId: string, id: string): Promise<Export> =>
  storedExport.parse(await getExisting(exportKeys.export(brandId, id), 'export'));

export const listExports = (brandId: string, page: PageRequest) =>
  readList(
    { queries: [{ partition: exportPartition(brandId) }], kind: 'export' },
    page,
    (item) => storedExport.parse(item),
    undefined,
  );

/** Returns null unless the file exists. */
export function urlOf(found: Export, now: Date): Promise<string | null> {
  const expiry = fileExpiry(found);
  if (found.status !== 'ready' || expiry === null || expiry <= now) return Promise.resolve(null);
  return fileStore().urlOf(objectKey(found), fileNameOf(found), now);
}
