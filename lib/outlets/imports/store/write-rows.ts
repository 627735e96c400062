// Writes rows of an import in transactions with the progress of the import. docs/decisions/0172
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite, staleWrite } from '#lib/foundation/table/writes/write.ts';
import { type Judged, writesOf } from '#lib/outlets/imports/rules/groups.ts';
import { type Circumstances, settingOf } from '#lib/outlets/imports/rules/import.ts';
import { failed, problemOf } from '#lib/outlets/imports/rules/judge.ts';
import type { ParsedRow } from '#lib/outlets/imports/rules/row.ts';
import type { Judgement } from '#lib/outlets/imports/rules/setting.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import { changeImport, putResult } from '#lib/outlets/imports/writes.ts';
import { isChanged } from './imports.ts';
import { judgeRows, type OrderOperations } from './judge-rows.ts';

/** Another writer can change the creator between read and write, for example another import with the same row. */
const attempts = 4;

export interface Run extends Circumstances {
  readonly rows: readonly ParsedRow[];
  readonly indexOf: ReadonlyMap<ParsedRow, number>;
  readonly operations: OrderOperations;
}

/** The import after rows were done. */
function counted(current: Import, done: readonly Judged[], next: number): Import {
  const counts = { ...current.counts };
  for (const { result } of done) counts[result.action] += 1;
  return { ...current, counts, next };
}

/** Stores the results together with the progress, so that each row is done once, whichever worker dies. */
export async function commit(current: Import, after: Import, done: readonly Judged[]): Promise<Import> {
  const results = done.map(({ row, result }) => putResult(current, row.number, result));
  await transact([changeImport(current, after), ...results, ...writesOf(done)]);
  return { ...after, revision: current.revision + 1 };
}

export async function judgeOpen(
  current: Import,
  rows: readonly ParsedRow[],
  run: Run,
): Promise<readonly Judged[]> {
  const results = await judgeRows(current, rows, settingOf(current, run), run.operations);
  return rows.map((row, index) => ({ row, result: results[index] ?? failed([]) }));
}

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

/** The number of rows of the file that are done after the row. */
const nextAfter = (row: ParsedRow, { indexOf }: Run): number => (indexOf.get(row) ?? 0) + 1;

/** Judges the row again after each conflict. */
async function writeRow(current: Import, { row, result }: Judged, run: Run): Promise<Import> {
  const next = nextAfter(row, run);
  let judged = result;
  for (let attempt = 1; ; attempt += 1) {
    const done = [{ row, result: judged }];
    try {
      return await commit(current, counted(current, done, next), done);
    } catch (error) {
      const isFinal = judged.writes.length === 0 || !(isStaleWrite(error) || isCausedByInput(error));
      if (isFinal) throw error;
      // Another worker continues the import.
      if (await isChanged(current)) throw staleWrite();
      judged = await afterRefusal(error, attempt, { current, row, run });
    }
  }
}

/** Writes the rows in one transaction. If a row is refused, each of them gets its own. */
export async function writeGroup(begun: Import, group: readonly Judged[], run: Run): Promise<Import> {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return begun;
  if (first === last) return writeRow(begun, first, run);
  try {
    return await commit(begun, counted(begun, group, nextAfter(last.row, run)), group);
  } catch (error) {
    if (!(isStaleWrite(error) || isCausedByInput(error))) throw error;
    if (await isChanged(begun)) throw staleWrite();
  }
  let current = begun;
  for (const judged of group) current = await writeRow(current, judged, run);
  return current;
}
