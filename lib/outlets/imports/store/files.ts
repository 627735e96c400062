// Stores the files of imports in the bucket of exports, or in a directory on a local machine.
import { findJson, removeJson, writeJson } from '#lib/foundation/aws/stored-json.ts';
import type { ImportFile } from '#lib/outlets/imports/rules/file.ts';
import { objectKey } from '#lib/outlets/imports/rules/import.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';

type Named = Pick<Import, 'brandId' | 'id'>;

export const writeImportFile = (found: Named, file: ImportFile): Promise<void> =>
  writeJson(objectKey(found), file);

/** Returns undefined if the file was deleted. */
export const findImportFile = (found: Named): Promise<ImportFile | undefined> =>
  findJson<ImportFile>(objectKey(found));

export const removeImportFile = (found: Named): Promise<void> => removeJson(objectKey(found));
