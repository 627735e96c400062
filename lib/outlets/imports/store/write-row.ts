// Writes rows of an import, each in a transaction with the progress of the import. docs/decisions/0172
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { type Circumstances, settingOf } from '#lib/outlets/imports/rules/import.ts';
import { failed, problemOf } from '#lib/outlets/imports/rules/judge.ts';
import type { ParsedRow } from '#lib/outlets/imports/rules/row.ts';
import type { Judgement } from '#lib/outlets/imports/rules/setting.ts';
import type { Import, Result } from '#lib/outlets/imports/schema/stored.ts';
import { changeImport, putResult } from '#lib/outlets/imports/writes.ts';
import { findImport } from './imports.ts';
import { judgeRows, type OrderOperations } from './judge-rows.ts';

/** Another writer can change the creator between read and write, for example another import with the same row. */
const attempts = 4;

export interface Run extends Circumstances {
  readonly rows: readonly ParsedRow[];
  readonly operations: OrderOperations;
}

export interface Done {
  readonly row: ParsedRow;
  readonly result: Result;
}

/** The import after rows were done. */
export function counted(current: Import, done: readonly Done[], next: number): Import {
  const counts = { ...current.counts };
  for (const { result } of done) counts[result.action] += 1;
  return { ...current, counts, next };
}

/** Stores the results together with the progress, so that each row is done once, whichever worker dies. */
export async function commit(
  current: Import,
  after: Import,
  done: readonly Done[],
  writes: readonly Write[] = [],
): Promise<Import> {
  const results = done.map(({ row, result }) => putResult(current, row.number, result));
  await transact([changeImport(current, after), ...results, ...writes]);
  return { ...after, revision: current.revision + 1 };
}

export interface Judged extends Done {
  readonly result: Judgement;
}

export async function judgeOpen(
  current: Import,
  rows: readonly ParsedRow[],
  run: Run,
): Promise<readonly Judged[]> {
  const results = await judgeRows(current, rows, settingOf(current, run), run.operations);
  return rows.map((row, index) => ({ row, result: results[index] ?? failed([]) }));
}

const isChanged = async ({ brandId, id, revision }: Import): Promise<boolean> =>
  (await findImport(brandId, id))?.revision !== revision;

function failedAfter(error: unknown, current: Import, row: ParsedRow): Judgement {
  if (error instanceof DomainError) return failed([problemOf(error)]);
  const { brandId, id: importId } = current;
  logger.error('a row could not be imported', { brandId, importId, row: row.number, failure: error });
  const message = 'The row could not be imported. Report the id of the import.';
  return failed([{ field: null, message, suggestion: null }]);
}

/** Judges the row again after a conflict. A limit of the plan is no conflict. */
async function afterRefusal(
  error: unknown,
  attempt: number,
  { current, row, run }: { readonly current: Import; readonly row: ParsedRow; readonly run: Run },
): Promise<Judgement> {
  const isConflict = isStaleWrite(error) || (error instanceof DomainError && error.kind === 'conflict');
  if (!isConflict || attempt === attempts) return failedAfter(error, current, row);
  const [judged] = await judgeOpen(current, [row], run);
  return judged?.result ?? failedAfter(error, current, row);
}

/** Writes a row, with the results of the rows before it that needed no write. */
export async function writeRow(
  current: Import,
  pending: readonly Done[],
  { row, result }: Judged,
  run: Run,
): Promise<Import> {
  const next = run.rows.indexOf(row) + 1;
  let judged = result;
  for (let attempt = 1; ; attempt += 1) {
    const done = [...pending, { row, result: judged }];
    try {
      return await commit(current, counted(current, done, next), done, judged.writes);
    } catch (error) {
      const isFinal = judged.writes.length === 0 || !(isStaleWrite(error) || isCausedByInput(error));
      if (isFinal) throw error;
      // Another worker continues the import.
      if (await isChanged(current)) throw staleWrite();
      judged = await afterRefusal(error, attempt, { current, row, run });
    }
  }
}
