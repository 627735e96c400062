// Stores the files of imports in the bucket of exports, or in a directory on a local machine.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openBucket } from '#lib/foundation/aws/bucket.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { ImportFile } from '#lib/outlets/imports/rules/file.ts';
import { objectKey } from '#lib/outlets/imports/rules/import.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';

type Named = Pick<Import, 'brandId' | 'id'>;

const pathOf = (found: Named): string => {
  const { EXPORTS_DIRECTORY: directory } = environment;
  if (directory === undefined) throw new Error('Set EXPORTS_BUCKET (deployed) or EXPORTS_DIRECTORY (local)');
  return join(directory, objectKey(found));
};

export async function writeImportFile(found: Named, file: ImportFile): Promise<void> {
  const { EXPORTS_BUCKET: bucket } = environment;
  const body = JSON.stringify(file);
  if (bucket !== undefined) {
    await openBucket(bucket).send({ method: 'PUT', key: objectKey(found), body });
    return;
  }
  await mkdir(dirname(pathOf(found)), { recursive: true });
  await writeFile(pathOf(found), body);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'));

/** Returns undefined if the file was deleted. */
export async function findImportFile(found: Named): Promise<ImportFile | undefined> {
  const { EXPORTS_BUCKET: bucket } = environment;
  try {
    const text =
      bucket === undefined
        ? await readFile(pathOf(found), 'utf8')
        : (await openBucket(bucket).send({ method: 'GET', key: objectKey(found) })).text;
    return JSON.parse(text);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function removeImportFile(found: Named): Promise<void> {
  const { EXPORTS_BUCKET: bucket } = environment;
  if (bucket === undefined) await rm(pathOf(found), { force: true });
  else await openBucket(bucket).send({ method: 'DELETE', key: objectKey(found) });
}
