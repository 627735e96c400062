// Creates exports, and decides their progress.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { newId, timeOf } from '#lib/foundation/shared/ids.ts';
import type { Export, ExportInput } from '#lib/outlets/exports/schema.ts';
import { fileDays } from './file-days.ts';

export const itemDays = 30;

/** Throws a 400 if no item can match, because an export has the items that exist when it is requested. */
export function checkFilters({ filters: { createdFrom } = {} }: ExportInput, now: Date): void {
  if (createdFrom !== undefined && createdFrom > now.toISOString())
    throw invalidField('filters.createdFrom', 'Must not be in the future');
}

/** Each export occupies a worker until its file is ready. */
export const maxInProgress = 5;

export const exportsInProgress = (ids: readonly string[]) =>
  conflict(
    'exports_in_progress',
    `A brand can have at most ${maxInProgress} exports in progress. Send the request again when \`GET /exports/${ids[0]}\` shows another status`,
    { details: [{ path: '', message: `${ids.length} exports are preparing`, values: ids }] },
  );

type Owner = Pick<Brand, 'id' | 'currency' | 'timezone' | 'linkDomain'>;

export function newExport(
  { resource, filters = {}, format, bom = false }: ExportInput,
  brand: Owner,
  now: Date,
): Export {
  return {
    id: newId('export', now),
    brandId: brand.id,
    type: 'export',
    resource,
    filters,
    format,
    bom,
    currency: brand.currency,
    timezone: brand.timezone,
    ...(brand.linkDomain && { linkDomain: brand.linkDomain }),
    status: 'preparing',
    total: null,
    rows: 0,
    bytes: 0,
    work: newWork(),
    failure: null,
    createdAt: now.toISOString(),
    completedAt: null,
    deletedAt: null,
    retriedAt: null,
    revision: 0,
    expiresAt: epochSeconds(addSeconds(now, itemDays * secondsPerDay)),
  };
}

const newWork = (): Export['work'] => ({
  uploadId: null,
  columns: null,
  etags: [],
  after: null,
  isWritten: false,
});

/** Begins again, because the storage has lost the parts of the upload. */
export const restarted = (lost: Export): Export => ({ ...lost, rows: 0, bytes: 0, work: newWork() });

export function fileExpiry({ completedAt, deletedAt }: Export): Date | null {
  if (deletedAt !== null) return new Date(deletedAt);
  return completedAt === null ? null : addSeconds(new Date(completedAt), fileDays * secondsPerDay);
}

const retrySeconds = 60;

/** A failed export continues after the parts that are stored. One in progress gets at most one more worker in a minute. */
export function resumed(before: Export, now: Date): Export {
  const { status, retriedAt } = before;
  const isRetried = retriedAt !== null && addSeconds(new Date(retriedAt), retrySeconds) > now;
  const keepsWorker = status === 'preparing' && isRetried;
  return {
    ...before,
    status: 'preparing',
    failure: null,
    retriedAt: keepsWorker ? retriedAt : now.toISOString(),
  };
}

const highestWhilePreparing = 99;
const percent = (share: number): number =>
  Math.max(0, Math.min(highestWhilePreparing, Math.floor(share * 100)));

/** Without a count, compares the creation of the last exported item with the life of the brand, because items are in this order. */
export function progressOf({ status, total, rows, work, brandId, createdAt }: Export): number {
  if (status === 'ready') return 100;
  if (work.isWritten) return highestWhilePreparing;
  if (total !== null) return total === 0 ? 0 : percent(rows / total);
  if (work.after === null) return 0;
  const [first, last] = [timeOf(brandId).getTime(), Date.parse(createdAt)];
  return last <= first ? 0 : percent((timeOf(work.after).getTime() - first) / (last - first));
}

/** The name of the object in the bucket. */
export const objectKey = ({ brandId, id, format }: Pick<Export, 'brandId' | 'id' | 'format'>): string =>
  `${brandId}/${id}.${format}`;

export const fileNameOf = ({ resource, createdAt, format }: Export): string =>
  `${resource}-${createdAt.slice(0, 10)}.${format}`;
