// Stores the files of exports in a bucket of S3, or in a directory on a local machine. A file is uploaded in numbered parts.
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { elementOf, openBucket } from '#lib/foundation/aws/bucket.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { localUrl } from '#lib/outlets/exports/rules/local-url.ts';

export const urlSeconds = 15 * 60;

interface Upload {
  readonly key: string;
  readonly uploadId: string;
}

interface FileStore {
  readonly begin: (key: string) => Promise<string>;
  /** Returns the tag that `complete` needs. The same number replaces the part. */
  readonly put: (upload: Upload, number: number, bytes: Uint8Array) => Promise<string>;
  /** Throws `LostUpload` if the parts do not exist any more, or were replaced. */
  readonly complete: (upload: Upload, etags: readonly string[]) => Promise<void>;
  /** Deletes the file, and the parts of an upload in progress. Neither needs to exist. */
  readonly remove: (key: string, uploadId: string | null) => Promise<void>;
  readonly urlOf: (key: string, name: string, now: Date) => Promise<string>;
}

export class LostUpload extends Error {}

const lostUploads: ReadonlySet<string> = new Set(['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder']);
const throwLost = (error: unknown): never => {
  throw error instanceof Error && lostUploads.has(error.name) ? new LostUpload(error.message) : error;
};

const partXml = (etag: string, index: number): string =>
  `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`;

export function bucketStore(name: string): FileStore {
  const bucket = openBucket(name);
  const exists = (key: string): Promise<boolean> =>
    bucket.send({ method: 'HEAD', key }).then(
      () => true,
      () => false,
    );
  return {
    begin: async (key) => {
      const { text } = await bucket.send({ method: 'POST', key, query: { uploads: '' } });
      return elementOf(text, 'UploadId');
    },
    put: async ({ key, uploadId }, number, body) => {
      const query = { partNumber: String(number), uploadId };
      const { headers } = await bucket.send({ method: 'PUT', key, query, body }).catch(throwLost);
      return headers.get('etag') ?? '';
    },
    complete: async ({ key, uploadId }, etags) => {
      const body = `<CompleteMultipartUpload>${etags.map(partXml).join('')}</CompleteMultipartUpload>`;
      try {
        await bucket.send({ method: 'POST', key, query: { uploadId }, body });
      } catch (error) {
        // An earlier run may have completed the upload, and died before it could say so.
        if (!(await exists(key))) throwLost(error);
      }
    },
    remove: async (key, uploadId) => {
      await bucket.send({ method: 'DELETE', key });
      if (uploadId === null) return;
      await bucket.send({ method: 'DELETE', key, query: { uploadId } }).catch((error: unknown) => {
        if (!(error instanceof Error && lostUploads.has(error.name))) throw error;
      });
    },
    urlOf: (key, name) => {
      const query = { 'response-content-disposition': `attachment; filename="${name}"` };
      return bucket.presign(key, query, urlSeconds);
    },
  };
}

const hasFile = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function directoryStore(directory: string): FileStore {
  const partsOf = ({ key, uploadId }: Upload): string => join(directory, `${key}.${uploadId}`);
  return {
    begin: async (key) => {
      const upload = { key, uploadId: randomUUID() };
      await mkdir(partsOf(upload), { recursive: true });
      return upload.uploadId;
    },
    put: async (upload, number, bytes) => {
      if (!(await hasFile(partsOf(upload))))
        throw new LostUpload('The directory of the parts does not exist');
      await writeFile(join(partsOf(upload), String(number)), bytes);
      return String(number);
    },
    complete: async (upload, etags) => {
      const [parts, file] = [partsOf(upload), join(directory, upload.key)];
      if (!(await hasFile(parts))) {
        if (await hasFile(file)) return;
        throw new LostUpload('The directory of the parts does not exist');
      }
      await mkdir(dirname(file), { recursive: true });
      const whole = join(parts, 'whole');
      await writeFile(whole, '');
      for (const part of etags) await appendFile(whole, await readFile(join(parts, part)));
      await rename(whole, file);
      await rm(parts, { recursive: true });
    },
    remove: async (key, uploadId) => {
      await rm(join(directory, key), { force: true });
      if (uploadId !== null) await rm(partsOf({ key, uploadId }), { recursive: true, force: true });
    },
    urlOf: async (key, name, now) => {
      const { EXPORTS_URL: base = '', EXPORTS_SECRET: secret = '' } = environment;
      return localUrl(base, secret, { key, name, expires: epochSeconds(now) + urlSeconds });
    },
  };
}

let opened: FileStore | undefined;

/** Opened at the first use, because only few functions have a bucket. */
export function fileStore(): FileStore {
  const { EXPORTS_BUCKET: bucket, EXPORTS_DIRECTORY: directory } = environment;
  if (opened === undefined && bucket !== undefined) opened = bucketStore(bucket);
  if (opened === undefined && directory !== undefined) opened = directoryStore(directory);
  if (opened === undefined) throw new Error('Set EXPORTS_BUCKET (deployed) or EXPORTS_DIRECTORY (local)');
  return opened;
}
