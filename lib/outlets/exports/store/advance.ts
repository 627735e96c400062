// Writes the file of an export step by step, in the worker behind the queue. docs/decisions/0087, docs/decisions/0128

import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch, work } from '#lib/foundation/streams/work.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import { objectKey, restarted } from '#lib/outlets/exports/rules/export.ts';
import { formatHeader, formatRows } from '#lib/outlets/exports/rules/format.ts';
import type { Export } from '#lib/outlets/exports/schema.ts';
import { changeExport } from '#lib/outlets/exports/writes.ts';
import { findExport } from './exports.ts';
import { fileStore, LostUpload } from './files.ts';
import { countItems, type ExportSources, readRows } from './read-items.ts';

/** Above the minimum of S3 for all parts but the last, which is 5 MiB. A step holds one part and one page in memory. */
const partBytes = 6 * 1024 * 1024;

/** All parts have the columns of the header, also if a release changes the columns before the file is complete. */
async function begin(before: Export, sources: ExportSources): Promise<Export> {
  const begun = restarted(before);
  const [uploadId, total] = [await fileStore().begin(objectKey(begun)), await countItems(begun)];
  return { ...begun, total, work: { ...begun.work, uploadId, columns: sources.columnsOf(begun.resource) } };
}

interface Upload {
  readonly uploadId: string;
  readonly columns: readonly string[];
}

/** The same step writes the same part again, so a worker that dies leaves nothing half-written. */
async function writePart(
  current: Export,
  { uploadId, columns }: Upload,
  sources: ExportSources,
): Promise<Export> {
  const { format, work: begun } = current;
  const chunks = begun.etags.length === 0 ? [Buffer.from(formatHeader(current, columns))] : [];
  let [bytes, rows, after, isWritten] = [chunks[0]?.length ?? 0, current.rows, begun.after, true];
  for await (const page of readRows(current, sources)) {
    const chunk = Buffer.from(formatRows(format, columns, page.rows));
    chunks.push(chunk);
    bytes += chunk.length;
    rows += page.rows.length;
    after = page.last;
    isWritten = bytes < partBytes;
    if (!isWritten) break;
  }
  const upload = { key: objectKey(current), uploadId };
  const etag = await fileStore().put(upload, begun.etags.length + 1, Buffer.concat(chunks));
  const etags = [...begun.etags, etag];
  return { ...current, rows, bytes: current.bytes + bytes, work: { ...begun, etags, after, isWritten } };
}

async function complete(current: Export, uploadId: string): Promise<Export> {
  await fileStore().complete({ key: objectKey(current), uploadId }, current.work.etags);
  return { ...current, status: 'ready', completedAt: now().toISOString() };
}

async function nextOf(current: Export, sources: ExportSources): Promise<Export> {
  const { uploadId, columns, isWritten } = current.work;
  try {
    if (uploadId === null || columns === null) return await begin(current, sources);
    if (isWritten) return await complete(current, uploadId);
    return await writePart(current, { uploadId, columns }, sources);
  } catch (error) {
    if (error instanceof LostUpload) return restarted(current);
    if (!isCausedByInput(error)) throw error;
    logger.error('an export has failed', { exportId: current.id, failure: error });
    const failure = 'An item could not be exported. Report the id of the export, then retry it.';
    return { ...current, status: 'failed', failure };
  }
}

/** Returns undefined if another worker has changed the export. */
async function step(current: Export, sources: ExportSources): Promise<Export | undefined> {
  const next = await nextOf(current, sources);
  try {
    await transact([changeExport(current, next)]);
    return { ...next, revision: current.revision + 1 };
  } catch (error) {
    if (isStaleWrite(error)) return undefined;
    throw error;
  }
}

const isPreparing = ({ status }: Pick<Export, 'status'>): boolean => status === 'preparing';

/** Sends the exports that are new, or that a request has retried. The steps of a worker send nothing. */
export const dispatchExports = (changes: readonly Change[]): Promise<void> => {
  const begun = begunItems(
    changes,
    'export',
    ({ before, after }) =>
      after?.status === 'preparing' &&
      (before?.status !== 'preparing' || before.retriedAt !== after.retriedAt),
  );
  return dispatch('exports', begun);
};

export const continueExport = (item: WorkItem, sources: ExportSources): Promise<void> =>
  work<Export>({
    queue: 'exports',
    item,
    read: () => findExport(item.brandId, item.id),
    hasWork: isPreparing,
    step: (current) => step(current, sources),
  });
