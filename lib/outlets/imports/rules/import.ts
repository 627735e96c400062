// Creates imports, and decides their states.
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { fileDays } from '#lib/outlets/exports/rules/file-days.ts';
import type { ImportInput, StartInput } from '#lib/outlets/imports/schema/endpoints.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import { guessColumns } from './columns.ts';
import { fieldsOf, type ImportField, type ImportType, neededFields } from './fields.ts';
import type { ImportFile } from './file.ts';
import { itemDays } from './limits.ts';
import type { Setting } from './setting.ts';

type Fields = readonly (ImportField | null)[];

/** Throws a 400 unless each column of the file has one entry, and each field of the type at most one column. */
export function columnsOf(type: ImportType, headers: readonly string[], fields: Fields): Import['columns'] {
  if (fields.length !== headers.length)
    throw invalidField('columns', `Must have ${headers.length} entries: one for each column of the file`);
  const assigned = fields.filter((field) => field !== null);
  const repeated = assigned.find((field, index) => assigned.indexOf(field) !== index);
  if (repeated !== undefined) throw invalidField('columns', `Must assign \`${repeated}\` to one column only`);
  const other = assigned.find((field) => !fieldsOf[type].includes(field));
  if (other !== undefined) throw invalidField('columns', `\`${other}\` is no field of ${type}`);
  return headers.map((header, index) => ({ header, field: fields[index] ?? null }));
}

export function newImport(input: ImportInput, brandId: string, file: ImportFile, now: Date): Import {
  const { type: kind, source = 'general' } = input;
  const { headers } = file;
  return {
    id: newId('import', now),
    brandId,
    type: 'import',
    kind,
    source,
    status: 'ready',
    columns: columnsOf(kind, headers, input.columns ?? guessColumns(headers, kind, source)),
    rows: file.rows.length,
    onExisting: 'skip',
    invite: false,
    run: 0,
    next: 0,
    counts: { create: 0, update: 0, unchanged: 0, skip: 0, fail: 0 },
    actor: null,
    failure: null,
    createdAt: now.toISOString(),
    completedAt: null,
    undo: null,
    deletedAt: null,
    revision: 0,
    expiresAt: epochSeconds(addSeconds(now, itemDays * secondsPerDay)),
  };
}

/** The name of the object in the bucket. */
export const objectKey = ({ brandId, id }: Pick<Import, 'brandId' | 'id'>): string => `${brandId}/${id}.json`;

export const fileExpiry = ({ createdAt, deletedAt }: Import): Date =>
  deletedAt === null ? addSeconds(new Date(createdAt), fileDays * secondsPerDay) : new Date(deletedAt);

export const hasFile = (found: Import, now: Date): boolean =>
  found.deletedAt === null && fileExpiry(found) > now;

export const fileDeleted = () =>
  conflict(
    'status_conflict',
    `The file was deleted after ${fileDays} days, or because a creator was erased: create the import again`,
  );

export function withColumns(before: Import, fields: Fields): Import {
  if (before.run > 0) throw conflict('status_conflict', 'The import was started: create another one');
  const columns = columnsOf(
    before.kind,
    before.columns.map(({ header }) => header),
    fields,
  );
  return isDeepStrictEqual(columns, before.columns) ? before : { ...before, columns };
}

/** A later start continues with the rows that failed or are not done. */
export function started(before: Import, { onExisting, invite = false }: StartInput, actor: Actor): Import {
  const { status, columns, counts } = before;
  if (status === 'running' || status === 'undoing')
    throw conflict('status_conflict', `The import is ${status}: wait until it has ended`);
  if (status === 'undone') throw conflict('status_conflict', 'The import was undone: create another one');
  if (status === 'completed' && counts.fail === 0)
    throw conflict('status_conflict', 'The import is completed, and no row has failed: create another one');
  const missing = neededFields[before.kind].find(
    (fields) => !columns.some(({ field }) => fields.some((one) => one === field)),
  );
  if (missing !== undefined) {
    const names = missing.map((field) => `\`${field}\``).join(' or ');
    throw conflict(
      'status_conflict',
      `No column is assigned to ${names}: send \`columns\` with a PATCH first`,
    );
  }
  return {
    ...before,
    status: 'running',
    onExisting,
    invite,
    run: before.run + 1,
    next: 0,
    counts: { ...counts, fail: 0 },
    actor: { id: actor.id, ...(actor.requestId !== undefined && { requestId: actor.requestId }) },
    failure: null,
    completedAt: null,
  };
}

/** Repeating the request changes nothing. */
export function canceled(before: Import, now: Date): Import {
  const { status, run } = before;
  if (status === 'canceled') return before;
  if (status !== 'ready' && status !== 'running')
    throw conflict('status_conflict', `The import is ${status}, so it cannot be canceled`);
  return { ...before, status: 'canceled', completedAt: run > 0 ? now.toISOString() : null };
}

export const ended = (before: Import, failure: string | null, now: Date): Import => ({
  ...before,
  status: failure === null ? 'completed' : 'failed',
  failure,
  completedAt: now.toISOString(),
});

export type Circumstances = Pick<Setting, 'brand' | 'now'>;

/** A preview has no actor. */
export const settingOf = (
  { id: importId, onExisting, invite, actor }: Import,
  circumstances: Circumstances,
): Setting => ({
  ...circumstances,
  ...{ importId, onExisting, invite, liveBrandId: circumstances.brand.testOf },
  actorId: actor?.id ?? importId,
});
