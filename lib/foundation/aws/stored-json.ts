// Stores JSON in the bucket of exports, or in a directory on a local machine.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { environment } from '#lib/foundation/shared/environment.ts';
import { openBucket } from './bucket.ts';

const pathOf = (key: string): string => {
  const { EXPORTS_DIRECTORY: directory } = environment;
  if (directory === undefined) throw new Error('Set EXPORTS_BUCKET (deployed) or EXPORTS_DIRECTORY (local)');
  return join(directory, key);
};

export async function writeJson(key: string, value: unknown): Promise<void> {
  const { EXPORTS_BUCKET: bucket } = environment;
  const body = JSON.stringify(value);
  if (bucket !== undefined) {
    await openBucket(bucket).send({ method: 'PUT', key, body });
    return;
  }
  await mkdir(dirname(pathOf(key)), { recursive: true });
  await writeFile(pathOf(key), body);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'));

/** Returns undefined if the file was deleted. */
export async function findJson<Value>(key: string): Promise<Value | undefined> {
  const { EXPORTS_BUCKET: bucket } = environment;
  try {
    const text =
      bucket === undefined
        ? await readFile(pathOf(key), 'utf8')
        : (await openBucket(bucket).send({ method: 'GET', key })).text;
    return JSON.parse(text);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function removeJson(key: string): Promise<void> {
  const { EXPORTS_BUCKET: bucket } = environment;
  if (bucket === undefined) await rm(pathOf(key), { force: true });
  else await openBucket(bucket).send({ method: 'DELETE', key });
}
