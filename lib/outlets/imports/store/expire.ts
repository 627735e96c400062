// Deletes the files of imports that may contain erased personal data.
import { importPartition } from '#lib/foundation/table/keys/import-keys.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { ended } from '#lib/outlets/imports/rules/import.ts';
import { changeImport } from '#lib/outlets/imports/writes.ts';
import { removeImportFile } from './files.ts';
import { findImport } from './imports.ts';

const failure =
  'The file was deleted, because the personal data of a creator was erased: create the import again.';

const expire = (brandId: string, id: string, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const found = await findImport(brandId, id);
    if (found === undefined || found.deletedAt !== null) return;
    await removeImportFile(found);
    // The change also stops a worker that has already read the file.
    const after = found.status === 'running' ? ended(found, failure, now) : found;
    await transact([changeImport(found, { ...after, deletedAt: now.toISOString() })]);
  });

/** Safe to repeat. Also deletes files without the person, because a comparison of names and addresses could miss a spelling. */
export async function expireImports(brandId: string, now: Date): Promise<void> {
  for await (const page of queryPages({ partition: importPartition(brandId) }))
    for (const { sk } of page) await expire(brandId, String(sk), now);
}
