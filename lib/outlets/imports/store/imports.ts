// Reads and changes imports.
import { getItem } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { importKeys, importPartition, importRowPartition } from '#lib/foundation/table/keys/import-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { ImportFile } from '#lib/outlets/imports/rules/file.ts';
import { canceled, fileDeleted, hasFile } from '#lib/outlets/imports/rules/import.ts';
import { type Import, type Result, storedImport, storedResult } from '#lib/outlets/imports/schema/stored.ts';
import { changeImport, stopImport } from '#lib/outlets/imports/writes.ts';
import { findImportFile } from './files.ts';

export async function findImport(brandId: string, id: string): Promise<Import | undefined> {
  const found = await getItem(importKeys.import(brandId, id));
  return found === undefined ? undefined : storedImport.parse(found);
}

export const getImport = async (brandId: string, id: string): Promise<Import> =>
  storedImport.parse(await getExisting(importKeys.import(brandId, id), 'import'));

export const listImports = (brandId: string, page: PageRequest) =>
  readList(
    { queries: [{ partition: importPartition(brandId) }], kind: 'import' },
    page,
    (item) => storedImport.parse(item),
    undefined,
  );

export const updateImport = (
  brandId: string,
  id: string,
  change: (before: Import) => Import,
): Promise<Import> =>
  retryOnConflict(async () => {
    const before = await getImport(brandId, id);
    const after = change(before);
    if (after !== before) await transact([changeImport(before, after)]);
    return after;
  });

export const cancelImport = (brandId: string, id: string, now: Date): Promise<Import> =>
  retryOnConflict(async () => {
    const before = await getImport(brandId, id);
    const after = canceled(before, now);
    if (after !== before) await transact([stopImport(before, after)]);
    return after;
  });

/** Returns undefined after the file was deleted. */
export const findFile = async (found: Import, now: Date): Promise<ImportFile | undefined> =>
  hasFile(found, now) ? findImportFile(found) : undefined;

export async function requireFile(found: Import, now: Date): Promise<ImportFile> {
  const file = await findFile(found, now);
  if (file === undefined) throw fileDeleted();
  return file;
}

/** Returns true if another worker or request has changed the import. */
export const isChanged = async ({ brandId, id, revision }: Import): Promise<boolean> =>
  (await findImport(brandId, id))?.revision !== revision;

/** Returns the results of rows, by the number of the row. */
export async function readResults(
  { brandId, id }: Import,
  range?: { readonly after: number; readonly upTo: number },
): Promise<ReadonlyMap<number, Result>> {
  const results = new Map<number, Result>();
  const keyOf = (row: number) => importKeys.importRow(brandId, id, row).sk;
  const bounds = range && { after: keyOf(range.after), before: keyOf(range.upTo + 1) };
  for await (const page of queryPages({ partition: importRowPartition(brandId, id) }, bounds))
    for (const item of page) results.set(Number(item.sk), storedResult.parse(item));
  return results;
}
